// The end of a 3-D Secure challenge in a frame: tells Stripe.js's stand-in, which then closes the frame.

window.parent.postMessage({ sandboxBank: 'ended' }, document.currentScript.dataset.shop)
