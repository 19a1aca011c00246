import { FlagSprite } from '@sesa/ui/art/flag-sprite.tsx'
import { ToastProvider } from '@sesa/ui/feedback/toast.tsx'
import { Actions } from './actions.tsx'
import { Content } from './content.tsx'
import { Fields } from './fields.tsx'
import { Identity } from './identity.tsx'
import { Column } from './show.tsx'

/** Shows every component in every state, in both themes next to each other. For development only. */
export function Gallery() {
  return (
    <ToastProvider>
      <FlagSprite />
      <main id="top">
        <h1 className="sr-only">Design system</h1>
        <div className="grid lg:grid-cols-2">
          {(['light', 'dark'] as const).map((theme) => (
            <section key={theme} data-theme={theme} className="min-w-0 bg-paper px-4 py-8 text-ink sm:px-8">
              <h2 className="mb-6 text-3xl capitalize">{theme}</h2>
              <Column value={theme}>
                <Identity />
                <Actions />
                <Fields />
                <Content />
              </Column>
            </section>
          ))}
        </div>
      </main>
    </ToastProvider>
  )
}
