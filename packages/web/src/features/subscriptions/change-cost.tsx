import { failureWords } from '../../lib/failure-words.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import type { ProrationMode } from '../../lib/proration-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { refusalWords } from './change-refusals.ts'
import { InvoiceSummary } from './invoice-summary.tsx'
import type { ChangePreview } from './subscription-queries.ts'

interface ChangeCostProps {
  /** Undefined until it has come. */
  preview: ChangePreview | undefined
  error: Error | null
  /** As it was wished; some changes can only be paid in one way. */
  mode?: ProrationMode
  /** It's being asked anew; what stands here may change. */
  isAsking: boolean
}

/** What a change comes to: what is due at once, and what the next invoice will say. */
export function ChangeCost({ preview, error, mode, isAsking }: ChangeCostProps) {
  return (
    <section
      aria-label="What it comes to"
      aria-live="polite"
      aria-busy={isAsking}
      className="grid gap-4 border-t pt-4"
    >
      {error !== null && <Banner tone="bad">{failureWords(error, refusalWords)}</Banner>}
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
          The new plan is billed at another rhythm, so a new period begins and is paid at once.
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
      <p className="text-s text-ink-2">{afterwardsWords(preview)}</p>
      {nextInvoice !== null && (
        <details className="text-s">
          <summary className="cursor-pointer rounded-xs text-ink-2">
            The next invoice in full
          </summary>
          <div className="mt-2">
            <InvoiceSummary invoice={nextInvoice} total="Due then" />
          </div>
        </details>
      )}
    </>
  )
}

/** “The next invoice is on 14 Apr 2027: $29.00. After that $29.00 / month, plus tax.” */
function afterwardsWords({ nextInvoice, amount, currency, recurringInterval }: ChangePreview) {
  const code = currency.toUpperCase()
  const usual = `${formatMoney(amount, code)} a ${recurringInterval}, plus tax`
  if (nextInvoice === null) return 'Nothing is billed any more after that.'
  const due = formatMoney(nextInvoice.dueAmount, code)
  return `The next invoice comes on ${formatDay(nextInvoice.dueAt)} and is ${due}; the plan costs ${usual}.`
}
