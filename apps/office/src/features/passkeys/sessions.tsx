import type { QueryKey } from '@tanstack/react-query'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useRun } from '../../parts/use-run.tsx'

const KEY = ['sessions']
const KIND_WORDS = { office: 'Office', command_line: 'Command line' } as const

type Session = AnswerOf<typeof officeCalls.listOwnSessions>['sessions'][number]

/** Where the member is signed in: end one session, or all others. */
export function Sessions() {
  const sessions = useCall(KEY, officeCalls.listOwnSessions, {})
  return (
    <Loaded query={sessions} what="your sessions">
      {({ sessions: own }) => (
        <Card>
          <h2 className="text-2xl">Where you’re signed in</h2>
          <p className="text-muted">
            End sessions you don’t recognise, then remove passkeys that aren’t yours.
          </p>
          <ul className="flex flex-col gap-4">
            {own.map((session) => (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-3 not-last:border-b not-last:border-line not-last:pb-4"
              >
                <SessionFacts session={session} />
                {!session.isThis && (
                  <End
                    label="End"
                    name={`End ${KIND_WORDS[session.kind]}, started ${formatMoment(session.startedAt)}`}
                    end={() => tryCall(officeCalls.endOwnSession, { params: { id: session.id } })}
                    said="Session ended"
                    list={KEY}
                  />
                )}
              </li>
            ))}
          </ul>
          {own.length > 1 && (
            <End
              label="End all others"
              end={() => tryCall(officeCalls.endOtherSessions, {})}
              said="All other sessions ended"
              list={KEY}
            />
          )}
        </Card>
      )}
    </Loaded>
  )
}

function SessionFacts({ session: { kind, startedAt, lastUsedAt, isThis } }: { session: Session }) {
  return (
    <div>
      <p className="font-bold">{isThis ? 'This browser' : KIND_WORDS[kind]}</p>
      <p className="text-muted">
        Started {formatMoment(startedAt)}, used {formatMoment(lastUsedAt)}
      </p>
    </div>
  )
}

interface EndProps {
  label: string
  /** Accessible name, where the label by itself is ambiguous. */
  name?: string
  /** Makes the call; its toast and the list that it changes. */
  end: () => Promise<Outcome<undefined>>
  said: string
  list: QueryKey
}

/** A button that ends something of the member’s own at once. */
export function End({ label, name = label, end, said, list }: EndProps) {
  const act = useAct()
  const { busy, run, refusal } = useRun()
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="danger"
        busy={busy}
        aria-label={name}
        onClick={() => void run(act(end, { said, changes: [list] }))}
      >
        {label}
      </Button>
      {refusal}
    </div>
  )
}
