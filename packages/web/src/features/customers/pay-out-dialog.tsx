import { payOutCustomerBalance } from '@guildhall/contract/orders/customer-balances'
import { minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { useChange } from '#/entities/organization/use-change.ts'
import { amountMistake, centsOf, dollarsOf } from '#/lib/amount-text.ts'
import { api } from '#/lib/api.ts'
import { rule } from '#/lib/form-schema.ts'
import { formatMoney } from '#/lib/format.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { CustomerBalance } from './customer-balance-queries.ts'
import type { Customer } from './customer-queries.ts'

interface PayoutDraft {
  amount: string
}

interface PayOutDialogProps {
  customer: Customer
  balance: CustomerBalance
  onClose: () => void
}

/** Pays credit out to the cards that it came from. */
export function PayOutDialog({ customer, balance, onClose }: PayOutDialogProps) {
  const { payableAmount, currency } = balance
  const form = useForm<PayoutDraft>({
    schema: {
      amount: rule<string>((typed) => amountMistake(typed, { min: 1, max: payableAmount })),
    },
    defaultValues: { amount: dollarsOf(payableAmount) },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const send = usePayingOut(customer, onClose)
  return (
    <FormDialog
      title="Pay out balance"
      description={
        `Up to ${formatMoney(payableAmount, currency.toUpperCase())} came from payments that can be ` +
        'refunded. It goes back to the cards that paid, the latest payment first.'
      }
      submit="Pay out"
      destructive
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, payoutField)}
      onClose={onClose}
    >
      <Field label="Amount" error={errors.amount?.message}>
        <MoneyInput after={currency.toUpperCase()} {...form.register('amount')} />
      </Field>
    </FormDialog>
  )
}

const payoutField = wireFields<PayoutDraft>({ amount: 'amount' })

function usePayingOut({ id }: Customer, onDone: () => void) {
  const change = useChange()
  const toast = useToast()
  return async ({ amount: typed }: PayoutDraft) => {
    const amount = z.parse(minorUnits, centsOf(typed))
    const { items } = await change(() =>
      api.call(payOutCustomerBalance, { params: { id }, body: { amount } }),
    )
    const failed = items.filter(({ status }) => status === 'failed')
    toast(
      failed.length > 0
        ? { title: 'The payment processor refused a refund', tone: 'bad' }
        : { title: `${formatMoney(amount, 'USD')} paid out` },
    )
    onDone()
  }
}
