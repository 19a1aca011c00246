import { Button } from '../../ui/button.tsx'

/**
 * Offers to put the app on the home screen: with the browser's own question where it has one (`document/early.ts`
 * asks it), else in words that say how. The installed app does not ask.
 */
export function InstallOffer() {
  return (
    <div className="installed:hidden">
      {/* Around the button, whose own display would win over `hidden`. */}
      <div className="hidden installable:block">
        <Button variant="accent" size="lg" data-install="">
          Install Sesa
        </Button>
      </div>
      <p className="installable:hidden">
        <strong>On Android:</strong> open the browser’s menu and choose “Add to Home screen”.
        <br />
        <strong>On iPhone:</strong> press Share, then “Add to Home Screen”.
      </p>
    </div>
  )
}
