import {
  buyPortalCredits,
  checkOutPortalCredits,
  confirmPortalCreditPurchase,
} from '@guildhall/contract/portal/credit-purchases'
import type { CreditPurchase } from '@guildhall/contract/topups/top-up-shapes'
import { useWatch } from 'react-hook-form'
import { BankQuestion } from '#/entities/payment/bank-question.tsx'
import { formatMoney } from '#/lib/format.ts'
import { Refused } from '#/lib/request.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import {
  CreditOffers,
  cardText,
  type NamedMeter,
  type Quote,
  QuoteText,
  quotedText,
  useQuote,
} from './credit-offers.tsx'
import { type CreditProduct, type Shop, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'
import { useOnSession } from './use-on-session.ts'

interface BuyCreditsDialogProps {
  shop: Shop
  meter: NamedMeter
  /** At least one. */
  products: readonly CreditProduct[]
  onClose: () => void
}

/** Buys credits with the stored card, or leads to a checkout. */
export function BuyCreditsDialog({ shop, meter, products, onClose }: BuyCreditsDialogProps) {
  const form = useForm<{ product: string }>({ defaultValues: { product: products[0]?.id ?? '' } })
  const { errors, isSubmitting } = form.formState
  const product = useWatch({ control: form.control, name: 'product' })
  const quote = useQuote(products, product)
  const { send, session } = useBuying(quote.data, {
    onDone: onClose,
    onFailed: (message) => form.setError('root', { message }),
    onOutdated: () => void quote.refetch(),
  })
  const { asked, carryOn } = session
  if (asked !== null && asked.clientSecret !== null) {
    const onAnswered = () => void sendOrExplain(form, () => carryOn(asked))()
    return (
      <BankQuestion
        publishableKey={shop.publishableKey}
        intentSecret={asked.clientSecret}
        onAnswered={onAnswered}
      >
        Pay{' '}
        <strong className="font-semibold text-ink">
          {formatMoney(asked.amount, asked.currency.toUpperCase())}
        </strong>{' '}
        to {shop.organization.name} for credits of {meter.name}?
      </BankQuestion>
    )
  }
  return (
    <FormDialog
      title={`Buy credits of ${meter.name}`}
      submit={submitText(quote.data)}
      isBusy={isSubmitting || quote.isLoading}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, productField)}
      onClose={onClose}
    >
      <CreditOffers
        {...{ meter, products }}
        value={product}
        onChange={(id) => form.setValue('product', id)}
      />
      <QuoteText quote={quote} text={costText} />
    </FormDialog>
  )
}

const productField = wireFields<{ product: string }>({ product_id: 'product' })

const submitText = (quote: Quote | undefined): string =>
  quote === undefined
    ? 'Buy'
    : quote.paymentMethod === null
      ? 'Continue to payment'
      : `Pay ${formatMoney(quote.totalAmount, quote.currency.toUpperCase())}`

function costText(quote: Quote): string {
  const card = cardText(quote)
  return card === null
    ? `It costs ${quotedText(quote)}. You have no stored card, so you pay on the next page.`
    : `${card} is charged ${quotedText(quote)}.`
}

interface Buying {
  onDone: () => void
  onFailed: (message: string) => void
  /** It costs more than was shown. */
  onOutdated: () => void
}

function useBuying(quote: Quote | undefined, { onDone, onFailed, onOutdated }: Buying) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const session = useOnSession<CreditPurchase>({
    confirm: ({ id }) => change(() => api.call(confirmPortalCreditPurchase, { params: { id } })),
    onSucceeded: () => {
      toast({ title: 'Your credits were bought' })
      onDone()
    },
    onFailed,
  })
  const send = async () => {
    if (quote === undefined) return
    const { id, totalAmount: totalAmountMax, paymentMethod } = quote
    if (paymentMethod === null) {
      const { url } = await api.call(checkOutPortalCredits, { params: { id } })
      window.location.assign(url)
      return
    }
    const body = { productId: id, totalAmountMax }
    try {
      session.begin(await change(() => api.call(buyPortalCredits, { body })))
    } catch (error) {
      if (error instanceof Refused && error.code === 'QuoteOutdated') onOutdated()
      throw error
    }
  }
  return { send, session }
}
