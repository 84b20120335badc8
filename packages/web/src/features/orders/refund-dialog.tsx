import { taxShareOf } from '@guildhall/contract/orders/refund-share'
import { createRefund } from '@guildhall/contract/orders/refunds'
import { minorUnits } from '@guildhall/contract/primitives'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { grantsOfSource } from '#/entities/benefit/grants-of-source.ts'
import { Totals } from '#/entities/order/totals.tsx'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { amountMistake, centsOf, dollarsOf } from '#/lib/amount-text.ts'
import { api } from '#/lib/api.ts'
import { rule, text } from '#/lib/form-schema.ts'
import { formatList, formatMoney } from '#/lib/format.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { Select } from '#/ui/select.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import { useToast } from '#/ui/toast.tsx'
import { disputedText, useOrderDisputes } from './order-disputes.tsx'
import type { Order, Refund, Refundable } from './order-queries.ts'
import { reasonOptions } from './refund-reasons.ts'

interface RefundDraft {
  amount: string
  reason: Refund['reason']
  comment: string
  revokeBenefits: boolean
}

interface RefundDialogProps {
  order: Order
  refundable: Refundable
  onClose: () => void
}

/** Shows the exact refund before it is made. */
export function RefundDialog({ order, refundable, onClose }: RefundDialogProps) {
  const form = useForm<RefundDraft>({
    schema: {
      amount: rule<string>((typed) => amountMistake(typed, { min: 1, max: refundable.amount })),
      comment: text(createRefund.body.shape.comment),
    },
    defaultValues: startOf(refundable),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const amount = wantedOf(useWatch({ control: form.control, name: 'amount' }), refundable)
  const send = useRefunding(order, onClose)
  return (
    <FormDialog
      title="Refund order"
      description={[
        `Up to ${formatMoney(refundable.amount, order.currency)} plus tax can be refunded.`,
        disputedText(useOrderDisputes(order.id)),
      ]
        .filter((one) => one !== null)
        .join(' ')}
      submit={amount === null ? 'Refund' : `Refund ${totalText(order, refundable, amount)}`}
      destructive
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, explanations, refundField)}
      onClose={onClose}
    >
      <AmountField form={form} refundable={refundable} currency={order.currency} />
      <Controller
        name="reason"
        control={form.control}
        render={({ field }) => (
          <Field label="Reason">
            <Select options={reasonOptions} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      <Field
        label="Note"
        optional
        hint="Only visible to your team."
        error={errors.comment?.message}
      >
        <Textarea {...form.register('comment')} />
      </Field>
      <BenefitsField form={form} order={order} />
      <Sum order={order} refundable={refundable} amount={amount ?? 0} />
    </FormDialog>
  )
}

const startOf = ({ amount }: Refundable): RefundDraft => ({
  amount: dollarsOf(amount),
  reason: 'customer_request',
  comment: '',
  revokeBenefits: false,
})

/** Null while the amount is invalid. */
function wantedOf(text: string, { amount: max }: Refundable): number | null {
  return amountMistake(text, { min: 1, max }) === null ? centsOf(text) : null
}

function useRefunding(order: Order, onDone: () => void) {
  const change = useChange()
  const toast = useToast()
  return async ({ amount, reason, comment, revokeBenefits }: RefundDraft) => {
    const body = {
      orderId: order.id,
      amount: z.parse(minorUnits, centsOf(amount)),
      reason,
      comment: comment.trim() === '' ? null : comment,
      revokeBenefits,
    }
    const made = await change(() => api.call(createRefund, { body }))
    const total = formatMoney(made.amount + made.taxAmount, made.currency)
    toast(
      made.status === 'failed'
        ? { title: `The refund of ${total} failed`, tone: 'bad' }
        : {
            title: `${total} ${made.status === 'pending' ? 'refund is pending' : 'refunded'}`,
          },
    )
    onDone()
  }
}

interface AmountFieldProps {
  form: UseFormReturn<RefundDraft>
  refundable: Refundable
  currency: string
}

function AmountField({ form, refundable, currency }: AmountFieldProps) {
  const { errors } = form.formState
  const all = dollarsOf(refundable.amount)
  const isAll = useWatch({ control: form.control, name: 'amount' }) === all
  const takeAll = () => form.setValue('amount', all, { shouldDirty: true, shouldValidate: true })
  return (
    <Field
      label="Amount without tax"
      error={errors.amount?.message}
      aside={
        !isAll && (
          <Button size="s" variant="ghost" onClick={takeAll}>
            Full amount
          </Button>
        )
      }
    >
      <MoneyInput after={currency.toUpperCase()} {...form.register('amount')} />
    </Field>
  )
}

interface BenefitsFieldProps {
  form: UseFormReturn<RefundDraft>
  order: Order
}

/** For a purchase that gives something; the benefits of a subscription end with the subscription. */
function BenefitsField({ form, order: { id, subscriptionId } }: BenefitsFieldProps) {
  const { id: organizationId } = useOrganization()
  const { data: grants = [] } = useQuery({
    ...grantsOfSource(organizationId, { orderId: id }),
    enabled: subscriptionId === null,
  })
  const held = grants
    .filter(({ isRevoked }) => !isRevoked)
    .map(({ benefit }) => benefit.description)
  if (held.length === 0) return null
  return (
    <Checkbox
      label="Take the benefits away"
      hint={`When the refund succeeds, the customer loses ${formatList(held)}. Otherwise they keep ${held.length === 1 ? 'it' : 'them'}.`}
      {...form.register('revokeBenefits')}
    />
  )
}

interface SumProps {
  order: Order
  refundable: Refundable
  amount: number
}

function Sum({ order, refundable, amount }: SumProps) {
  const tax = taxShareOf(order, refundable, amount)
  return (
    <div className="border-t pt-4">
      <Totals
        lines={[
          { label: 'Amount', amount },
          { label: 'Tax', amount: tax },
        ]}
        total={{ label: 'Refunded', amount: amount + tax }}
        currency={order.currency}
      />
    </div>
  )
}

const totalText = (order: Order, refundable: Refundable, amount: number): string =>
  formatMoney(amount + taxShareOf(order, refundable, amount), order.currency)

const refundField = wireFields<RefundDraft>({
  amount: 'amount',
  reason: 'reason',
  comment: 'comment',
  revoke_benefits: 'revokeBenefits',
})

const explanations: Explanations<RefundDraft> = {
  RefundAmountTooHigh: ['amount', null],
  RefundedAlready: [
    'root',
    'This order was just refunded or disputed, or a refund is in progress.',
  ],
  Unauthorized: ['root', 'Your role changed. Only owners and admins can issue refunds.'],
}
