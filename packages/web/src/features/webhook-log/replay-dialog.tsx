import { replayWebhookEndpoint } from '@guildhall/contract/webhooks/messages'
import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import type { WebhookEventType } from '@guildhall/contract/webhooks/webhook-events'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useChange } from '#/entities/organization/use-change.ts'
import { eventsText } from '#/entities/webhook/events-text.ts'
import { api } from '#/lib/api.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { DatePicker } from '#/ui/date-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { MultiCombobox } from '#/ui/multi-combobox.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { LogView } from './log-view.ts'
import {
  draftFor,
  type ReplayDraft,
  replayMistake,
  replayRequest,
  replaySchema,
} from './replay-draft.ts'

interface ReplayDialogProps {
  endpoint: WebhookEndpoint
  /** The filters of the log, which are the initial values. */
  view: LogView
  onClose: () => void
}

/** Selects the events to replay, and reports how many were queued. */
export function ReplayDialog({ endpoint, view, onClose }: ReplayDialogProps) {
  const form = useForm<ReplayDraft>({ schema: replaySchema, defaultValues: draftFor(view) })
  const { errors, isSubmitting } = form.formState
  const send = useReplay({ endpoint, form, onDone: onClose })
  return (
    <FormDialog
      title="Resend events"
      description={
        'Resends all matching events in order and with the same IDs, at ' +
        'most 10,000 at a time. Handlers can skip IDs they have already processed.'
      }
      submit="Resend"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, replayField)}
      onClose={onClose}
    >
      <Controller
        name="failedOnly"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <Checkbox
            label="Only failed deliveries"
            hint="Events that were not accepted after ten attempts."
            checked={value}
            onChange={onChange}
          />
        )}
      />
      <Range form={form} />
      <Field
        label="Object"
        optional
        hint="The ID of an order, a customer, a subscription…"
        error={errors.object?.message}
      >
        <TextInput autoComplete="off" spellCheck={false} {...form.register('object')} />
      </Field>
      <Controller
        name="types"
        control={form.control}
        render={({ field: { value, onChange, onBlur } }) => (
          <Field label="Events" optional error={errors.types?.message}>
            <MultiCombobox<WebhookEventType>
              options={optionsOf(endpoint)}
              placeholder="All events"
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
          </Field>
        )}
      />
    </FormDialog>
  )
}

const optionsOf = ({ events }: WebhookEndpoint) =>
  events.map((type) => ({ value: type, label: type }))

/** A range of dates or of sequences. */
function Range({ form }: { form: UseFormReturn<ReplayDraft> }) {
  const by = useWatch({ control: form.control, name: 'by' })
  return (
    <div className="grid grid-cols-1 gap-2">
      <div>
        <Segmented
          label="Range"
          options={ways}
          value={by}
          onChange={(next) => form.setValue('by', next)}
        />
      </div>
      {by === 'time' ? <Days form={form} /> : <Sequences form={form} />}
    </div>
  )
}

const ways = [
  { value: 'time', label: 'By date' },
  { value: 'sequence', label: 'By sequence' },
] as const

function Days({ form: { control } }: { form: UseFormReturn<ReplayDraft> }) {
  const [from, to] = useWatch({ control, name: ['from', 'to'] })
  return (
    <>
      <DayField control={control} name="from" label="From" {...(to && { max: to })} />
      <DayField control={control} name="to" label="To" {...(from && { min: from })} />
    </>
  )
}

interface DayFieldProps {
  control: UseFormReturn<ReplayDraft>['control']
  name: 'from' | 'to'
  label: string
  min?: Day
  max?: Day
}

function DayField({ control, name, label, ...limits }: DayFieldProps) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field }) => (
        <Field label={label} optional>
          <DatePicker isPast value={field.value} onChange={field.onChange} {...limits} />
        </Field>
      )}
    />
  )
}

function Sequences({ form: { register, formState } }: { form: UseFormReturn<ReplayDraft> }) {
  const { fromSequence, toSequence } = formState.errors
  return (
    <>
      <Field label="From sequence" optional error={fromSequence?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...register('fromSequence')} />
      </Field>
      <Field label="To sequence" optional error={toSequence?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...register('toSequence')} />
      </Field>
    </>
  )
}

interface Replay {
  endpoint: WebhookEndpoint
  form: UseFormReturn<ReplayDraft>
  onDone: () => void
}

function useReplay({ endpoint, form, onDone }: Replay) {
  const change = useChange()
  const toast = useToast()
  return async (draft: ReplayDraft) => {
    const mistake = replayMistake(draft)
    if (mistake !== null) return form.setError('root', { message: mistake })
    const params = { id: endpoint.id }
    const body = replayRequest(draft)
    const { count } = await change(() => api.call(replayWebhookEndpoint, { params, body }))
    if (count === 0) return form.setError('root', { message: nothingMatches })
    toast({ title: `Resending ${eventsText(count)}` })
    onDone()
  }
}

const nothingMatches = 'No events match, so nothing was sent. Use fewer filters.'

const replayField = wireFields<ReplayDraft>({
  from_sequence: 'fromSequence',
  to_sequence: 'toSequence',
  object_id: 'object',
  types: 'types',
})
