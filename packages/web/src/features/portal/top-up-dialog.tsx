import { usageLimitUnitsMax } from '@guildhall/contract/limits/limit-shapes'
import { deletePortalTopUp, setPortalTopUp } from '@guildhall/contract/portal/top-ups'
import { topUpPurchasesMax } from '@guildhall/contract/topups/top-up-shapes'
import { useWatch } from 'react-hook-form'
import { rule } from '#/lib/form-schema.ts'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { Refused } from '#/lib/request.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { TextInput } from '#/ui/text-input.tsx'
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
import { type CreditProduct, type TopUp, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface Draft {
  product: string
  threshold: string
  purchasesMax: string
}

interface TopUpDialogProps {
  meter: NamedMeter
  /** Empty if the seller sells none any more. */
  products: readonly CreditProduct[]
  topUp: TopUp | undefined
  onClose: () => void
}

/** Says exactly what the customer agrees to. */
export function TopUpDialog({ meter, products, topUp, onClose }: TopUpDialogProps) {
  const form = useForm<Draft>({
    schema: { threshold: rule<string>(thresholdMistake), purchasesMax: rule<string>(timesMistake) },
    defaultValues: draftOf(products, topUp),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const draft = useWatch({ control: form.control })
  const quote = useQuote(products, draft.product ?? '')
  const onOutdated = () => void quote.refetch()
  const { turnOn, turnOff } = useTurning({ meter, quote: quote.data, topUp, onOutdated, onClose })
  return (
    <FormDialog
      title={`Top up ${meter.name} automatically`}
      description="Credits are bought when few are left, so that your work doesn’t stop."
      submit={topUp?.status === 'on' ? 'Save' : 'Turn on'}
      isBusy={isSubmitting || quote.isLoading}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, turnOn, {}, draftField)}
      onClose={onClose}
    >
      {products.length === 0 ? (
        <p className="text-s text-ink-2">The seller sells no credits of this meter at present.</p>
      ) : (
        <>
          <Field label="When the balance falls below" error={errors.threshold?.message}>
            <TextInput inputMode="decimal" autoComplete="off" {...form.register('threshold')} />
          </Field>
          <CreditOffers
            {...{ meter, products }}
            value={draft.product ?? ''}
            onChange={(id) => form.setValue('product', id, { shouldDirty: true })}
          />
          <Field
            label="At most this many times a month"
            hint="In a calendar month."
            error={errors.purchasesMax?.message}
          >
            <TextInput inputMode="numeric" autoComplete="off" {...form.register('purchasesMax')} />
          </Field>
          <QuoteText quote={quote} text={(found) => consentText(found, draft)} />
        </>
      )}
      {topUp && (
        <Button size="s" onClick={turnOff} disabled={isSubmitting}>
          Turn off
        </Button>
      )}
    </FormDialog>
  )
}

const draftOf = (products: readonly CreditProduct[], topUp: TopUp | undefined): Draft => ({
  product: (products.find(({ id }) => id === topUp?.productId) ?? products[0])?.id ?? '',
  threshold: String(topUp?.threshold ?? ''),
  purchasesMax: String(topUp?.purchasesMax ?? 1),
})

function thresholdMistake(typed: string): string | null {
  const units = Number(typed)
  const isTaken = typed.trim() !== '' && units >= 0 && units <= usageLimitUnitsMax
  return isTaken ? null : `Enter a number up to ${formatQuantity(usageLimitUnitsMax)}.`
}

function timesMistake(typed: string): string | null {
  const times = Number(typed)
  const isTaken = Number.isInteger(times) && times >= 1 && times <= topUpPurchasesMax
  return isTaken ? null : `Enter a whole number from 1 to ${topUpPurchasesMax}.`
}

/** What the customer agrees to, in one sentence. */
function consentText(quote: Quote, { threshold = '', purchasesMax = '' }: Partial<Draft>): string {
  const card = cardText(quote)
  if (card === null) return 'You need a stored card first. Add one under “Payment methods”.'
  const times = timesMistake(purchasesMax) === null ? Number(purchasesMax) : 1
  const most = formatMoney(quote.totalAmount * times, quote.currency.toUpperCase())
  const below = thresholdMistake(threshold) === null ? formatQuantity(Number(threshold)) : '…'
  return (
    `By turning it on you agree that your default card, now ${card}, is charged ${quotedText(quote)}, without ` +
    `asking you again, each time less than ${below} is left: at most ${times === 1 ? 'once' : `${times} times`} and ` +
    `${most} in a calendar month. If the price rises or the card is declined, it stops. You can turn it off at any time.`
  )
}

const draftField = wireFields<Draft>({
  product_id: 'product',
  threshold: 'threshold',
  purchases_max: 'purchasesMax',
})

interface Turning {
  meter: NamedMeter
  quote: Quote | undefined
  topUp: TopUp | undefined
  /** It costs more than was shown. */
  onOutdated: () => void
  onClose: () => void
}

function useTurning({ meter, quote, topUp, onOutdated, onClose }: Turning) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const turnOn = async ({ threshold, purchasesMax }: Draft) => {
    if (quote === undefined) return
    const body = {
      meterId: meter.meterId,
      productId: quote.id,
      threshold: Number(threshold),
      purchasesMax: Number(purchasesMax),
      totalAmountMax: quote.totalAmount,
    }
    try {
      await change(() => api.call(setPortalTopUp, { body }))
    } catch (error) {
      if (error instanceof Refused && error.code === 'QuoteOutdated') onOutdated()
      throw error
    }
    toast({ title: 'Automatic top-up is on' })
    onClose()
  }
  const turnOff = async () => {
    if (topUp === undefined) return
    await change(() => api.call(deletePortalTopUp, { params: { id: topUp.id } }))
    toast({ title: 'Automatic top-up is off' })
    onClose()
  }
  return { turnOn, turnOff }
}
