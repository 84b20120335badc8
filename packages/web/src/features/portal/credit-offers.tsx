import { useQuery } from '@tanstack/react-query'
import { methodName } from '#/entities/payment/method-text.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { type CreditProduct, creditQuoteQuery, type PortalMeter } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** The meter whose credits are bought. */
export interface NamedMeter extends Pick<PortalMeter, 'meterId' | 'balance'> {
  name: string
}

interface CreditOffersProps {
  meter: NamedMeter
  products: readonly CreditProduct[]
  value: string
  onChange: (id: string) => void
}

/** The products to choose from. */
export const CreditOffers = ({ meter, products, value, onChange }: CreditOffersProps) => (
  <RadioGroup
    boxed
    legend="Buy"
    options={products.map(({ id, name, credits, amount, currency }) => ({
      value: id,
      label: name,
      hint: `${formatQuantity(
        credits.find(({ meterId }) => meterId === meter.meterId)?.units ?? 0,
      )} for ${formatMoney(amount, currency.toUpperCase())}`,
    }))}
    value={value}
    onChange={onChange}
  />
)

/** What the chosen one costs now. */
export function useQuote(products: readonly CreditProduct[], chosen: string) {
  const { api } = usePortal()
  const product = products.find(({ id }) => id === chosen)
  return useQuery(creditQuoteQuery(api, product?.id ?? null))
}

export type Quote = NonNullable<ReturnType<typeof useQuote>['data']>

export const quotedText = ({ totalAmount, taxAmount, currency }: Quote): string => {
  const money = (amount: number) => formatMoney(amount, currency.toUpperCase())
  return taxAmount === 0
    ? money(totalAmount)
    : `${money(totalAmount)}, with ${money(taxAmount)} tax`
}

export const cardText = ({ paymentMethod }: Quote): string | null =>
  paymentMethod && methodName(paymentMethod)

interface QuoteTextProps {
  quote: ReturnType<typeof useQuote>
  text: (quote: Quote) => string
}

export const QuoteText = ({ quote, text }: QuoteTextProps) => (
  <div aria-live="polite" aria-busy={quote.isFetching} className="text-s">
    {quote.error && <Banner tone="bad">{failureMessage(quote.error)}</Banner>}
    {quote.isPending && <Skeleton className="h-10" />}
    {quote.data && <p className="text-ink-2">{text(quote.data)}</p>}
  </div>
)
