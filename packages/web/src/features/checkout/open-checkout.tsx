import Lock from 'lucide-react/icons/lock'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { CustomFieldInput } from '#/entities/custom-field/custom-field-input.tsx'
import { CardFields, startingCard } from '#/entities/payment/card-fields.tsx'
import { type MakeToken, StripeFields } from '#/entities/payment/stripe-fields.tsx'
import { useOnline } from '#/lib/use-online.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { useNow } from '#/ui/use-now.ts'
import { AmountField } from './amount-field.tsx'
import { BillingFields } from './billing-fields.tsx'
import { DiscountField } from './discount-field.tsx'
import { draftOf } from './draft.ts'
import { TextField } from './form-fields.tsx'
import { Mandate, payLabel } from './mandate.tsx'
import { aboutProduct, Offer } from './offer.tsx'
import { Panes } from './panes.tsx'
import { portalOf } from './portal.ts'
import { ProductSwitch } from './product-switch.tsx'
import { type Sums, sumsOf, withProduct } from './totals.ts'
import { TotalsCard } from './totals-card.tsx'
import { type CheckoutForm, useCheckoutForm } from './use-checkout-form.ts'
import { usePayment } from './use-payment.ts'
import { answerName } from './validation.ts'
import type { Checkout } from './wire.ts'

interface OpenCheckoutProps {
  secret: string
  checkout: Checkout
  /** An earlier error, such as a declined card. */
  notice: string | null
  /** The number to begin with in a sandbox. */
  testCard: string | null
  onCheckout: (checkout: Checkout) => void
  onConfirmed: (checkout: Checkout) => void
  onGone: () => void
}

/** The offer and the payment form. */
export function OpenCheckout(props: OpenCheckoutProps) {
  const { secret, notice, testCard, onConfirmed } = props
  const form = useCheckoutForm(props)
  const [wanted, setWanted] = useState<string | null>(null)
  const isOther = wanted !== null && wanted !== props.checkout.productId
  const checkout = isOther ? withProduct(props.checkout, wanted) : props.checkout
  const draft = isOther ? draftOf(checkout) : form.draft
  const sums = sumsOf(checkout, draft)
  const choose = async (id: string) => {
    setWanted(id)
    await form.say({ product_id: id })
    setWanted(null)
  }
  const { product, productPrice } = checkout
  return (
    <Panes
      title={`${product.name} · ${checkout.organization.name}`}
      embedOrigin={checkout.embedOrigin}
      about={aboutProduct(product)}
      offer={
        <div className="grid gap-5">
          <Offer checkout={checkout} amount={sums.amount}>
            <ProductSwitch checkout={checkout} onChoose={(id) => void choose(id)} />
            {productPrice.amountType === 'custom' && (
              <AmountField
                price={productPrice}
                value={draft.amount}
                error={form.faults['amount']}
                onChange={(amount) => form.edit({ amount })}
              />
            )}
          </Offer>
          {!product.isArchived && (
            <TotalsCard checkout={checkout} sums={sums} isBusy={form.isBusy} />
          )}
        </div>
      }
    >
      {product.isArchived ? (
        <NotForSale checkout={checkout} />
      ) : (
        <PayForm
          secret={secret}
          checkout={checkout}
          form={form}
          sums={sums}
          notice={notice}
          testCard={testCard}
          onConfirmed={onConfirmed}
        />
      )}
    </Panes>
  )
}

function NotForSale({ checkout }: { checkout: Checkout }) {
  const isAlone = checkout.products.every(({ isArchived }) => isArchived)
  return (
    <Banner tone="warn" title="This product is no longer available.">
      {isAlone ? 'Contact the seller for alternatives.' : 'Choose another product to continue.'}
    </Banner>
  )
}

interface PayFormProps {
  secret: string
  checkout: Checkout
  form: CheckoutForm
  sums: Sums
  notice: string | null
  testCard: string | null
  onConfirmed: (checkout: Checkout) => void
}

function PayForm({ secret, checkout, form, sums, notice, testCard, onConfirmed }: PayFormProps) {
  const [card, setCard] = useState(() => startingCard(testCard))
  const makeToken = useRef<MakeToken | null>(null)
  const { isPaying, pay } = usePayment({
    secret,
    form,
    card,
    shownDue: sums.due,
    today: useNow(),
    makeToken,
    onConfirmed,
  })
  const place = useRef<HTMLFormElement>(null)
  const isOnline = useOnline()
  const failure = useRef<HTMLDivElement>(null)
  useFocusOnFault({ place, failure, form, isPaying })
  const publishableKey = checkout.paymentProcessorMetadata['publishable_key']
  const whole = form.faults['whole'] ?? notice
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pay()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of its fields
    <form
      ref={place}
      noValidate
      aria-label="Payment"
      className="grid gap-5"
      onSubmit={submit}
      onBlur={() => void form.saver.now()}
    >
      {form.faults['subscribed'] !== undefined && <AlreadySubscribed checkout={checkout} />}
      <EmailField checkout={checkout} form={form} />
      {checkout.isPaymentFormRequired && (
        <>
          {publishableKey === undefined ? (
            <CardFields card={card} faults={form.faults} onChange={setCard} />
          ) : (
            <StripeFields
              publishableKey={publishableKey}
              purpose={purposeOf(checkout)}
              makeToken={makeToken}
            />
          )}
          <TextField form={form} name="name" label="Name on card" autoComplete="cc-name" />
        </>
      )}
      <BillingFields checkout={checkout} form={form} />
      <DiscountField checkout={checkout} form={form} />
      <CustomFields checkout={checkout} form={form} />
      {!isOnline && (
        <Banner tone="warn">
          You’re offline. Your input is kept; continue when you’re back online.
        </Banner>
      )}
      {whole !== null && (
        // Next to the button that was pressed, which on a phone is far below the form’s top.
        <div ref={failure} tabIndex={-1} className="rounded-m">
          <Banner tone="bad">{whole}</Banner>
        </div>
      )}
      <Button type="submit" variant="primary" size="l" wide loading={isPaying} disabled={!isOnline}>
        {checkout.isPaymentFormRequired && <Lock aria-hidden="true" />}
        <span className="min-w-0 truncate">{payLabel(checkout, sums)}</span>
      </Button>
      <Mandate checkout={checkout} />
    </form>
  )
}

/** A known customer can’t change the email address. */
function EmailField({ checkout, form }: { checkout: Checkout; form: CheckoutForm }) {
  if (checkout.customerId === null) {
    return <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
  }
  return (
    <p className="text-s text-ink-2">
      Buying as <span className="font-medium text-ink wrap-anywhere">{checkout.customerEmail}</span>
    </p>
  )
}

interface FaultFocus {
  place: RefObject<HTMLFormElement | null>
  failure: RefObject<HTMLElement | null>
  form: CheckoutForm
  isPaying: boolean
}

/** After a refused submit, focuses the first field with an error, or the error of the whole form. */
function useFocusOnFault({ place, failure, form: { faults }, isPaying }: FaultFocus): void {
  const wasPaying = useRef(false)
  useEffect(() => {
    if (wasPaying.current && !isPaying && Object.keys(faults).length > 0) {
      const page = place.current?.closest('main')
      const field = page?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null
      ;(field ?? failure.current)?.focus()
    }
    wasPaying.current = isPaying
  }, [place, failure, faults, isPaying])
}

const purposeOf = ({ dueAmount, currency }: Checkout) =>
  dueAmount > 0
    ? ({ mode: 'payment', amount: dueAmount, currency } as const)
    : ({ mode: 'setup', currency } as const)

/** For sellers that allow one subscription: a link to the existing one. */
function AlreadySubscribed({ checkout }: { checkout: Checkout }) {
  return (
    <Banner
      tone="bad"
      title="You’re already subscribed."
      action={
        <a href={portalOf(checkout)} target="_top" className={buttonClasses({ size: 's' })}>
          Change your plan
        </a>
      }
    >
      This email address already has a subscription with {checkout.organization.name}, or a payment
      for one is in progress. You were not charged. You can view it and change its plan instead.
    </Banner>
  )
}

interface CustomFieldsProps {
  checkout: Checkout
  form: CheckoutForm
}

/** The seller’s custom fields. */
function CustomFields({ checkout, form }: CustomFieldsProps) {
  const { answers } = form.draft
  return checkout.attachedCustomFields.map(({ customField, required }) => (
    <CustomFieldInput
      key={customField.id}
      asked={customField}
      name={customField.name}
      required={required}
      answer={answers[customField.slug] ?? null}
      onAnswer={(answer) => form.edit({ answers: { ...answers, [customField.slug]: answer } })}
      error={form.faults[answerName(customField.slug)]}
    />
  ))
}
