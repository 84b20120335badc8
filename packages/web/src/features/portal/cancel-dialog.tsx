import { updatePortalSubscription } from '@guildhall/contract/portal/subscriptions'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { Controller } from 'react-hook-form'
import { formatDay } from '../../lib/format.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { Option } from '../../ui/option-list.ts'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type PortalSubscription, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

type Reason = (typeof cancellationReasons)[number]

const words: Readonly<Record<Reason, string>> = {
  customer_service: 'I didn’t get the help I needed',
  low_quality: 'The quality isn’t good enough',
  missing_features: 'Something is missing',
  switched_service: 'I use something else now',
  too_complex: 'It’s too complicated',
  too_expensive: 'It’s too expensive',
  unused: 'I don’t use it',
  other: 'Another reason',
}

const noReason = 'none'

/** Nobody has to say why. */
const reasons: readonly Option<Reason | typeof noReason>[] = [
  { value: noReason, label: 'I’d rather not say' },
  ...cancellationReasons.map((value) => ({ value, label: words[value] })),
]

interface CancelWish {
  reason: Reason | typeof noReason
  comment: string
}

interface CancelDialogProps {
  subscription: PortalSubscription
  onClose: () => void
}

/** It goes on to the end of what is paid for; until then it can be taken back. */
export function CancelDialog({ subscription, onClose }: CancelDialogProps) {
  const { product, currentPeriodEnd } = subscription
  const form = useForm<CancelWish>({ defaultValues: { reason: noReason, comment: '' } })
  const { errors, isSubmitting } = form.formState
  const send = useCanceling(subscription, onClose)
  const day = currentPeriodEnd === null ? 'the end of its period' : formatDay(currentPeriodEnd)
  return (
    <FormDialog
      destructive
      title={`Cancel ${product.name}`}
      description={`You have it until ${day} and aren’t charged again. Until then you can take it back.`}
      submit="Cancel the subscription"
      dismiss="Keep it"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, cancelField)}
      onClose={onClose}
    >
      <Controller
        name="reason"
        control={form.control}
        render={({ field }) => (
          <Field label="Why do you leave?" error={errors.reason?.message}>
            <Select options={reasons} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      <Field label="What could be better?" optional error={errors.comment?.message}>
        <Textarea {...form.register('comment')} />
      </Field>
    </FormDialog>
  )
}

function useCanceling({ id, product }: PortalSubscription, onDone: () => void) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  return async ({ reason, comment }: CancelWish) => {
    const body = {
      cancelAtPeriodEnd: true,
      cancellationReason: reason === noReason ? null : reason,
      cancellationComment: comment.trim() === '' ? null : comment,
    }
    await change(() => api.call(updatePortalSubscription, { params: { id }, body }))
    toast({ title: `${product.name} isn’t charged again` })
    onDone()
  }
}

const cancelField = wireFields<CancelWish>({
  cancellation_reason: 'reason',
  cancellation_comment: 'comment',
})
