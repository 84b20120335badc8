import { updatePortalSubscription } from '@guildhall/contract/portal/subscriptions'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { Controller } from 'react-hook-form'
import { cancelingText } from '#/entities/subscription/ending-text.ts'
import { formatDay } from '#/lib/format.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import type { Option } from '#/ui/option-list.ts'
import { Select } from '#/ui/select.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type PortalSubscription, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

type Reason = (typeof cancellationReasons)[number]

const labels: Readonly<Record<Reason, string>> = {
  customer_service: 'Customer service was not helpful',
  low_quality: 'Quality did not meet expectations',
  missing_features: 'Missing features',
  switched_service: 'Switching to another service',
  too_complex: 'Too complicated',
  too_expensive: 'Too expensive',
  unused: 'I don’t use it enough',
  other: 'Another reason',
}

const noReason = 'none'

/** The reason is optional. */
const reasons: readonly Option<Reason | typeof noReason>[] = [
  { value: noReason, label: 'Prefer not to say' },
  ...cancellationReasons.map((value) => ({ value, label: labels[value] })),
]

interface CancelDraft {
  reason: Reason | typeof noReason
  comment: string
}

interface CancelDialogProps {
  subscription: PortalSubscription
  onClose: () => void
}

/** Cancels at the end of the paid period; until then it can be undone. */
export function CancelDialog({ subscription, onClose }: CancelDialogProps) {
  const { product, currentPeriodEnd } = subscription
  const form = useForm<CancelDraft>({ defaultValues: { reason: noReason, comment: '' } })
  const { errors, isSubmitting } = form.formState
  const send = useCanceling(subscription, onClose)
  const day = currentPeriodEnd === null ? 'the end of its period' : formatDay(currentPeriodEnd)
  return (
    <FormDialog
      destructive
      title={`Cancel ${product.name}`}
      description={cancelingText(subscription, day)}
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
          <Field label="Why are you canceling?" error={errors.reason?.message}>
            <Select options={reasons} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      <Field label="What could we improve?" optional error={errors.comment?.message}>
        <Textarea {...form.register('comment')} />
      </Field>
    </FormDialog>
  )
}

function useCanceling({ id, product }: PortalSubscription, onDone: () => void) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  return async ({ reason, comment }: CancelDraft) => {
    const body = {
      cancelAtPeriodEnd: true,
      cancellationReason: reason === noReason ? null : reason,
      cancellationComment: comment.trim() === '' ? null : comment,
    }
    await change(() => api.call(updatePortalSubscription, { params: { id }, body }))
    toast({ title: `${product.name} canceled` })
    onDone()
  }
}

const cancelField = wireFields<CancelDraft>({
  cancellation_reason: 'reason',
  cancellation_comment: 'comment',
})
