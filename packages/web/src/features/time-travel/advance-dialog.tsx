import { useState } from 'react'
import { formatDay } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogClose } from '#/ui/dialog.tsx'
import { daysOf, summaryOf } from './advance-text.ts'
import type { Happened } from './period-ends-query.ts'
import type { Advance } from './travel-context.ts'

interface AdvanceDialogProps {
  advance: Pick<Advance, 'from' | 'to'>
  happened: readonly Happened[]
  onClose: () => void
}

/** The initial page size. */
const daysShownFirst = 60

/** The events of an advance by day. */
export function AdvanceDialog({ advance: { from, to }, happened, onClose }: AdvanceDialogProps) {
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
