import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { Button } from '@sesa/ui/button.tsx'

/**
 * Offers to add the app to the home screen: with a button where the browser can install it
 * (`document/early.ts` shows the browser's prompt), else with instructions. Hidden in the installed app.
 */
export function InstallOffer() {
  return (
    <div className="installed:hidden">
      {/* A wrapper, because the button's own display would override `hidden`. */}
      <div className="hidden installable:block">
        <Button variant="accent" size="lg" data-install="">
          {i18n.t('Install Sesa')}
        </Button>
      </div>
      <p className="installable:hidden">
        {rich(
          i18n.t(
            '<strong>On Android:</strong> open the browser’s menu and choose “Add to Home screen”.<br/><strong>On iPhone:</strong> press Share, then “Add to Home Screen”.',
          ),
          { strong: (text) => <strong>{text}</strong>, br: <br /> },
        )}
      </p>
    </div>
  )
}
