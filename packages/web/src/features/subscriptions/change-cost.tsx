import type { ProrationMode } from '#/entities/subscription/proration-text.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay, formatMoney } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import { refusalMessages } from './change-refusals.ts'
import { InvoiceSummary } from './invoice-summary.tsx'
import type { ChangePreview } from './subscription-queries.ts'

interface ChangeCostProps {
  /** Undefined while loading. */
  preview: ChangePreview | undefined
  error: Error | null
  /** The requested mode; some changes support only one. */
  mode?: ProrationMode
  /** A new preview is loading; the shown amounts may change. */
  isAsking: boolean
}

/** The cost of a change: due now and on the next invoice. */
export function ChangeCost({ preview, error, mode, isAsking }: ChangeCostProps) {
  return (
    <section
      aria-label="Price change"
      aria-live="polite"
      aria-busy={isAsking}
      className="grid gap-4 border-t pt-4"
    >
      {error !== null && <Banner tone="bad">{failureMessage(error, refusalMessages)}</Banner>}
      {error === null && preview === undefined && <Skeleton className="h-40" />}
      {error === null && preview !== undefined && (
        <div className={classNames('grid gap-4 transition-opacity', isAsking && 'opacity-60')}>
          <Cost preview={preview} mode={mode} />
        </div>
      )}
    </section>
  )
}

function Cost({ preview, mode }: { preview: ChangePreview; mode: ProrationMode | undefined }) {
  const { dueNow, nextInvoice, prorationBehavior } = preview
  const isOther = mode !== undefined && prorationBehavior !== null && prorationBehavior !== mode
  return (
    <>
      {isOther && (
        <Banner>
          The new plan has a different billing cycle, so a new period starts and is charged
          immediately.
        </Banner>
      )}
      {dueNow === null ? (
        <p className="text-s font-medium">Nothing is due now.</p>
      ) : (
        <div>
          <h3 className="mb-1 text-s font-semibold">Now</h3>
          <InvoiceSummary invoice={dueNow} total="Due now" />
        </div>
      )}
      <p className="text-s text-ink-2">{afterwardsText(preview)}</p>
      {nextInvoice !== null && (
        <details className="text-s">
          <summary className="cursor-pointer rounded-xs text-ink-2">Next invoice total</summary>
          <div className="mt-2">
            <InvoiceSummary invoice={nextInvoice} total="Due on renewal" />
          </div>
        </details>
      )}
    </>
  )
}

/** “The next invoice is on 14 Apr 2027: $29.00. After that $29.00 / month, plus tax.” */
function afterwardsText({ nextInvoice, amount, currency, recurringInterval }: ChangePreview) {
  const code = currency.toUpperCase()
  const usual = `${formatMoney(amount, code)} a ${recurringInterval}, plus tax`
  if (nextInvoice === null) return 'No further charges after that.'
  const due = formatMoney(nextInvoice.dueAmount, code)
  return `The next invoice is ${due} on ${formatDay(nextInvoice.dueAt)}. The plan costs ${usual}.`
}
