import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Card } from '#/ui/card.tsx'
import { CodeBlock } from '#/ui/code-block.tsx'
import { Entries } from '#/ui/entries.tsx'
import { Time } from '#/ui/time.tsx'
import { attemptTitle, durationText } from './delivery-text.ts'
import type { Attempt } from './log-queries.ts'

/** The attempts with their responses, newest first. */
export function DeliveryAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Card flush title="Attempts">
      <Entries count={attempts.length} empty="No attempts yet.">
        {attempts.map((attempt, index) => (
          <Line key={attempt.id} attempt={attempt} isOpen={index === 0 && !attempt.succeeded} />
        ))}
      </Entries>
    </Card>
  )
}

/** The response is expanded where it explains why the last attempt failed. */
function Line({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const { succeeded, error, responseHead } = attempt
  return (
    <li className="flex gap-3 px-4 py-3 text-s not-last:border-b">
      <span aria-hidden="true" className="mt-0.5 flex shrink-0 [&_svg]:size-4.5">
        {succeeded ? <CircleCheck className="text-good" /> : <CircleAlert className="text-bad" />}
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{attemptTitle(attempt)}</span>
          <span className="text-xs text-ink-3">
            <Time at={attempt.attemptedAt} />
            {` · ${durationText(attempt.durationMs)}`}
          </span>
        </p>
        {error !== null && <p className="text-ink-2 wrap-anywhere">{error}</p>}
        {responseHead !== null && responseHead !== '' && (
          <details open={isOpen}>
            <summary className="w-fit cursor-pointer rounded-xs text-xs text-ink-2">
              Start of the response
            </summary>
            <CodeBlock code={responseHead} title="Response" className="mt-1.5" />
          </details>
        )}
      </div>
    </li>
  )
}
