import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { isBillable, isEnding, isPaused } from '#/entities/subscription/subscription-state.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay, formatMoney } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { InvoiceSummary } from './invoice-summary.tsx'
import { nextInvoiceQuery, type Subscription } from './subscription-queries.ts'

/** The exact next invoice, if there is one. */
export function NextInvoice({ subscription }: { subscription: Subscription }) {
  return isBillable(subscription) ? <Expected subscription={subscription} /> : null
}

function Expected({ subscription }: { subscription: Subscription }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(nextInvoiceQuery(id, subscription.id))
  if (data?.invoice === null) {
    return (
      <Card title="Next invoice">
        <p className="text-s text-ink-3">No upcoming invoice.</p>
      </Card>
    )
  }
  if (data === undefined) {
    return (
      <Card title="Next invoice">
        {error ? (
          <Banner tone="bad">{failureMessage(error)}</Banner>
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-30" />
          </div>
        )}
      </Card>
    )
  }
  const { invoice, forecast } = data
  return (
    <Card
      title="Next invoice"
      description={`On ${formatDay(invoice.dueAt)}, if ${
        isPaused(subscription) ? 'renewals are resumed' : 'nothing changes'
      } before then.${subscription.meters.length === 0 ? '' : ' Usage is what it was so far.'}`}
    >
      <InvoiceSummary
        invoice={invoice}
        total={isEnding(subscription) ? 'Due at the end' : 'Due on renewal'}
      />
      {forecast && (
        <p className="mt-2 text-s text-ink-3">
          About {formatMoney(forecast.dueAmount, forecast.currency.toUpperCase())} if usage goes on
          as it has.
        </p>
      )}
    </Card>
  )
}
