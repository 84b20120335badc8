import type { OrderClosing } from '@guildhall/contract/orders/order-shapes'
import { voidOrder, writeOffOrder } from '@guildhall/contract/orders/orders'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { text } from '#/lib/form-schema.ts'
import { formatMoney } from '#/lib/format.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Order } from './order-queries.ts'

interface CloseDraft {
  comment: string
}

interface CloseDialogProps {
  order: Order
  as: OrderClosing
  onClose: () => void
}

const operations = { void: voidOrder, uncollectible: writeOffOrder } as const

const words = {
  void: {
    title: 'Void order',
    submit: 'Void the order',
    done: 'Order voided',
    effect: 'is no longer owed. A payment that is already under way is refunded.',
  },
  uncollectible: {
    title: 'Write off order',
    submit: 'Write off the order',
    done: 'Order written off',
    effect:
      'is still owed, but not collected any more. A payment that is already under way pays it.',
  },
} as const

/** Stops collecting an order. */
export function CloseDialog({ order, as, onClose }: CloseDialogProps) {
  const form = useForm<CloseDraft>({
    schema: { comment: text(voidOrder.body.shape.comment) },
    defaultValues: { comment: '' },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const change = useChange()
  const toast = useToast()
  const { title, submit, done, effect } = words[as]
  const send = async ({ comment }: CloseDraft) => {
    const body = { comment: comment.trim() === '' ? null : comment }
    await change(() => api.call(operations[as], { params: { id: order.id }, body }))
    toast({ title: done })
    onClose()
  }
  return (
    <FormDialog
      destructive
      title={title}
      description={`${formatMoney(order.totalAmount, order.currency)} ${effect} ${recovery(order)}`}
      submit={submit}
      dismiss="Keep as it is"
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, explanations, closeField)}
      onClose={onClose}
    >
      <Field
        label="Note"
        optional
        hint="Only visible to your team."
        error={errors.comment?.message}
      >
        <Textarea {...form.register('comment')} />
      </Field>
    </FormDialog>
  )
}

const recovery = ({ subscription }: Order): string =>
  subscription === null || !['past_due', 'unpaid'].includes(subscription.status)
    ? ''
    : 'If nothing else is unpaid, the subscription is active again.'

const closeField = wireFields<CloseDraft>({ comment: 'comment' })

const explanations: Explanations<CloseDraft> = {
  OrderPaid: ['root', 'This order was just paid. Refund it instead.'],
  OrderVoid: ['root', 'This order is void.'],
  OrderWrittenOff: ['root', 'This order is written off already.'],
  NotPermitted: ['root', 'Your role changed. Only owners and admins can change orders.'],
}
