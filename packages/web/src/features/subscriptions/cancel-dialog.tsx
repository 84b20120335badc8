import { subscriptionChange } from '@guildhall/contract/subscriptions/changes'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { Controller, useWatch } from 'react-hook-form'
import { useChange } from '#/entities/organization/use-change.ts'
import {
  type CancellationReason,
  reasonText,
} from '#/entities/subscription/cancellation-reasons.ts'
import { cancelingText, cancelNowText } from '#/entities/subscription/ending-text.ts'
import { isEnding } from '#/entities/subscription/subscription-state.ts'
import { api } from '#/lib/api.ts'
import { text } from '#/lib/form-schema.ts'
import { formatDay } from '#/lib/format.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import type { Option } from '#/ui/option-list.ts'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { Select } from '#/ui/select.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { changeExplanations } from './change-refusals.ts'
import type { Subscription } from './subscription-queries.ts'

const noReason = 'none'

/** The reason is optional. */
const reasonOptions: readonly Option<CancellationReason | typeof noReason>[] = [
  { value: noReason, label: 'Not specified' },
  ...cancellationReasons.map((value) => ({ value, label: reasonText[value] })),
]

type End = 'period' | 'now'

interface CancelDraft {
  end: End
  reason: CancellationReason | typeof noReason
  comment: string
}

/** Cancels a subscription, with an optional reason. */
export function CancelDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const mayWait = canWait(subscription)
  const form = useForm<CancelDraft>({
    schema: { comment: text(subscriptionChange.shape.customerCancellationComment) },
    defaultValues: {
      end: mayWait ? 'period' : 'now',
      reason: subscription.customerCancellationReason ?? noReason,
      comment: subscription.customerCancellationComment ?? '',
    },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const end = useWatch({ control: form.control, name: 'end' })
  const send = useCanceling(subscription, onClose)
  return (
    <FormDialog
      destructive
      title={mayWait ? 'Cancel subscription' : 'Cancel subscription immediately'}
      submit={end === 'now' ? 'Cancel immediately' : 'Cancel the subscription'}
      dismiss="Keep as it is"
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, changeExplanations, cancelField)}
      onClose={onClose}
    >
      {mayWait ? (
        <Controller
          name="end"
          control={form.control}
          render={({ field }) => (
            <RadioGroup
              boxed
              legend="Cancellation date"
              options={endsOf(subscription)}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      ) : (
        <Banner tone="warn">{cancelNowText(subscription)}</Banner>
      )}
      <Controller
        name="reason"
        control={form.control}
        render={({ field }) => (
          <Field label="Cancellation reason" error={errors.reason?.message}>
            <Select options={reasonOptions} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      <Field
        label="Customer comment"
        optional
        hint="Only visible to your team."
        error={errors.comment?.message}
      >
        <Textarea {...form.register('comment')} />
      </Field>
    </FormDialog>
  )
}

/** Overdue or already ending subscriptions can only be canceled immediately. */
const canWait = (subscription: Subscription): boolean =>
  !isEnding(subscription) && ['active', 'trialing'].includes(subscription.status)

function endsOf(subscription: Subscription) {
  const { currentPeriodEnd, status } = subscription
  const day = currentPeriodEnd === null ? 'the end of the period' : formatDay(currentPeriodEnd)
  return [
    {
      value: 'period' as const,
      label: status === 'trialing' ? 'At the end of the trial' : 'At the end of the period',
      hint: cancelingText(subscription, day),
    },
    { value: 'now' as const, label: 'Now', hint: cancelNowText(subscription) },
  ]
}

function useCanceling({ id }: Subscription, onDone: () => void) {
  const change = useChange()
  const toast = useToast()
  return async ({ end, reason, comment }: CancelDraft) => {
    const why = {
      customerCancellationReason: reason === noReason ? null : reason,
      customerCancellationComment: comment.trim() === '' ? null : comment,
    }
    const body =
      end === 'now' ? { revoke: true as const, ...why } : { cancelAtPeriodEnd: true, ...why }
    const { endsAt } = await change(() => api.call(updateSubscription, { params: { id }, body }))
    toast(
      end === 'now' || endsAt === null
        ? { title: 'Subscription canceled' }
        : { title: `The subscription ends on ${formatDay(endsAt)}` },
    )
    onDone()
  }
}

const cancelField = wireFields<CancelDraft>({
  customer_cancellation_reason: 'reason',
  customer_cancellation_comment: 'comment',
})
