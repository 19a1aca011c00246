// The end of a 3-D Secure challenge in a frame: notifies the stand-in for Stripe.js, which then closes the frame.

window.parent.postMessage({ sandboxBank: 'ended' }, document.currentScript.dataset.shop)
