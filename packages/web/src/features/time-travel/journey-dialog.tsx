import { useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import type { Happened } from './clock-query.ts'
import { daysOf, summaryOf } from './journey-words.ts'
import type { Journey } from './travel-context.ts'

interface JourneyDialogProps {
  journey: Pick<Journey, 'from' | 'to'>
  happened: readonly Happened[]
  onClose: () => void
}

/** As many as somebody reads at first. */
const daysShownFirst = 60

/** What happened on the way, day by day. */
export function JourneyDialog({ journey: { from, to }, happened, onClose }: JourneyDialogProps) {
  const [areAllShown, showAll] = useState(false)
  const days = daysOf(happened)
  const shown = areAllShown ? days : days.slice(0, daysShownFirst)
  return (
    <Dialog
      open
      wide
      title={`From ${formatDay(from)} to ${formatDay(to)}`}
      description={summaryOf(happened)}
      onOpenChange={onClose}
      footer={<DialogClose render={<Button>Close</Button>} />}
    >
      {shown.length > 0 && (
        <ol aria-label="What happened" className="text-s">
          {shown.map(({ day, lines }) => (
            <li key={day} className="grid gap-x-4 border-t py-2 sm:grid-cols-[7rem_1fr]">
              <span className="figures font-medium">{day}</span>
              <span className="text-ink-2">{lines.join(', ')}</span>
            </li>
          ))}
        </ol>
      )}
      {shown.length < days.length && (
        <Button size="s" variant="ghost" onClick={() => showAll(true)}>
          Show the other {days.length - shown.length} days
        </Button>
      )}
    </Dialog>
  )
}
