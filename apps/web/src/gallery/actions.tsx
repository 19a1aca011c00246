import { Button, ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { Drawer, DrawerButton } from '@sesa/ui/overlay/drawer.tsx'
import { MenuIcon } from '@sesa/ui/art/icons.tsx'
import { Pagination, ViewAll } from '@sesa/ui/layout/pagination.tsx'
import { SideMenu } from '@sesa/ui/layout/side-menu.tsx'
import { Stepper } from '@sesa/ui/feedback/stepper.tsx'
import { ThemeChoice } from '@sesa/ui/theme-choice.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Kept, Show, State, useOwnId } from './show.tsx'

const FOCUS = 'outline-3 outline-offset-2 outline-focus'
const LONG = 'A label that is much longer than anyone thought of when this was designed'

/** Shows buttons, links, dialogs and navigation. */
export function Actions() {
  const toast = useToast()
  const drawer = useOwnId('drawer')
  const place = useOwnId('theme')
  return (
    <>
      <Show name="Button">
        <div className="flex flex-wrap gap-3">
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger">Danger</Button>
          <Button variant="accent">Accent</Button>
          <Button variant="ink">Ink</Button>
          <Button size="lg">Large</Button>
        </div>
        <State name="Focus, disabled, busy">
          <div className="flex flex-wrap gap-3">
            <Button className={FOCUS}>Focus</Button>
            <Button disabled>Disabled</Button>
            <Button busy busyLabel="Processing">
              Pay Now
            </Button>
          </div>
        </State>
        <State name="Long text">
          <Button full>{LONG}</Button>
        </State>
        <State name="Links">
          <div className="flex flex-wrap items-center gap-3">
            <ButtonLink href="#top">A link that looks like a button</ButtonLink>
            <TextLink href="#top">A link in text</TextLink>
          </div>
        </State>
      </Show>
      <Show name="Dialog">
        <Kept initial={false}>
          {(open, set) => (
            <>
              <Button onClick={() => set(true)}>Delete Account</Button>
              <Dialog
                open={open}
                onClose={() => set(false)}
                title="Delete Account"
                actions={
                  <Button variant="danger" onClick={() => set(false)}>
                    Confirm
                  </Button>
                }
              >
                <p>You are initiating a process to permanently delete your account. Confirm to proceed</p>
              </Dialog>
            </>
          )}
        </Kept>
      </Show>
      <Show name="Drawer">
        <DrawerButton drawer={drawer} aria-label="Menu">
          <MenuIcon />
        </DrawerButton>
        <Drawer id={drawer} label="Menu">
          <p>What stands in it</p>
        </Drawer>
      </Show>
      <Show name="Toast">
        <Button variant="secondary" onClick={() => toast('Profile saved')}>
          Show a toast
        </Button>
      </Show>
      <Show name="Side menu">
        <SideMenu
          label="Settings"
          current="#here"
          groups={[
            [
              { label: 'Security', href: '#here' },
              { label: 'Notifications', href: '#top' },
            ],
            [{ label: 'Show a toast', open: () => toast('Pressed') }],
          ]}
        />
      </Show>
      <Show name="Stepper">
        <Stepper label="Steps" steps={['Details', 'Overview', 'Payment']} current={1} />
      </Show>
      <Show name="Pagination">
        <Kept initial={1}>
          {(page, set) => (
            <Pagination
              label="Transfers"
              shown={`${page * 10 - 9} to ${page * 10}`}
              onPrevious={page > 1 ? () => set(page - 1) : undefined}
              onNext={() => set(page + 1)}
            />
          )}
        </Kept>
        <State name="Busy">
          <Pagination label="More transfers" shown="11 to 60" busy onNext={() => undefined} />
        </State>
        <Kept initial={false}>{(busy, set) => <ViewAll busy={busy} onClick={() => set(true)} />}</Kept>
      </Show>
      <Show name="Theme">
        <ThemeChoice place={place} />
      </Show>
    </>
  )
}
