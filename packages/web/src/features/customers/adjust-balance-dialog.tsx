import {
  adjustCustomerBalance,
  balanceChangeMax,
} from '@guildhall/contract/orders/customer-balances'
import { minorUnits } from '@guildhall/contract/primitives'
import { Controller, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { amountMistake, centsOf } from '#/lib/amount-text.ts'
import { api } from '#/lib/api.ts'
import { rule, text } from '#/lib/form-schema.ts'
import { formatMoney } from '#/lib/format.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Customer } from './customer-queries.ts'

interface AdjustmentDraft {
  direction: 'give' | 'take'
  amount: string
  reason: string
}

interface AdjustBalanceDialogProps {
  customer: Customer
  /** What can be taken. */
  usableAmount: number
  onClose: () => void
}

/** Gives credit to a customer, or takes it back. */
export function AdjustBalanceDialog({ customer, usableAmount, onClose }: AdjustBalanceDialogProps) {
  const form = useForm<AdjustmentDraft>({
    schema: {
      direction: z.enum(['give', 'take']),
      amount: rule<string>((typed) => amountMistake(typed, { min: 1, max: balanceChangeMax })),
      reason: text(adjustCustomerBalance.body.shape.reason, { empty: 'Enter a reason.' }),
    },
    defaultValues: { direction: 'give', amount: '', reason: '' },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const direction = useWatch({ control: form.control, name: 'direction' })
  const send = useAdjusting(customer, onClose)
  return (
    <FormDialog
      title="Adjust balance"
      description={
        direction === 'give'
          ? 'The credit reduces your available balance now, and pays for the next orders.'
          : `At most ${formatMoney(usableAmount, 'USD')} can be taken.`
      }
      submit={direction === 'give' ? 'Give credit' : 'Take credit'}
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, adjustmentField)}
      onClose={onClose}
    >
      {usableAmount > 0 && (
        <Controller
          name="direction"
          control={form.control}
          render={({ field }) => (
            <Segmented
              label="Direction"
              options={directions}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <Field label="Amount" error={errors.amount?.message}>
        <MoneyInput after="USD" {...form.register('amount')} />
      </Field>
      <Field
        label="Reason"
        hint="Shown with the entry, also in the API."
        error={errors.reason?.message}
      >
        <TextInput {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

const directions = [
  { value: 'give', label: 'Give' },
  { value: 'take', label: 'Take' },
] as const

const adjustmentField = wireFields<AdjustmentDraft>({ amount: 'amount', reason: 'reason' })

function useAdjusting(customer: Customer, onDone: () => void) {
  const change = useChange()
  const toast = useToast()
  return async ({ direction, amount: typed, reason }: AdjustmentDraft) => {
    const sign = direction === 'give' ? 1 : -1
    const amount = z.parse(minorUnits, sign * (centsOf(typed) ?? 0))
    const params = { id: customer.id }
    await change(() => api.call(adjustCustomerBalance, { params, body: { amount, reason } }))
    const sum = formatMoney(Math.abs(amount), 'USD')
    const name = customerName(customer)
    toast({ title: direction === 'give' ? `${sum} given to ${name}` : `${sum} taken from ${name}` })
    onDone()
  }
}
