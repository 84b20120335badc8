import type { WebhookEventType } from '@guildhall/contract/webhooks/events'
import { replayWebhookEndpoint } from '@guildhall/contract/webhooks/messages'
import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { eventsWords } from '../../lib/events-words.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import type { Day } from '../../ui/calendar-days.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { LogView } from './log-view.ts'
import {
  type ReplayWish,
  replayAsked,
  sequenceMistake,
  wishFor,
  wishMistake,
} from './replay-wish.ts'

interface ReplayDialogProps {
  endpoint: WebhookEndpoint
  /** What the log shows, which is what they begin with. */
  view: LogView
  onClose: () => void
}

/** Asks which events are sent again, and says how many it were. */
export function ReplayDialog({ endpoint, view, onClose }: ReplayDialogProps) {
  const form = useForm<ReplayWish>({ defaultValues: wishFor(view) })
  const { errors, isSubmitting } = form.formState
  const send = useReplay({ endpoint, form, onDone: onClose })
  return (
    <FormDialog
      title="Send events again"
      description={
        'Everything that all of this is true of leaves again: in order, under the same ids, at ' +
        'most 10,000 at a time. A handler that knows an id already may pass it over.'
      }
      submit="Send again"
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
            label="Only what was given up"
            hint="Events that were tried ten times and never taken."
            checked={value}
            onChange={onChange}
          />
        )}
      />
      <Range form={form} />
      <Field
        label="Object"
        optional
        hint="The id of an order, a customer, a subscription …"
        error={errors.object?.message}
      >
        <TextInput
          autoComplete="off"
          spellCheck={false}
          {...form.register('object', {
            maxLength: { value: 100, message: 'No id is that long.' },
          })}
        />
      </Field>
      <Controller
        name="types"
        control={form.control}
        render={({ field: { value, onChange, onBlur } }) => (
          <Field label="Events" optional error={errors.types?.message}>
            <MultiCombobox<WebhookEventType>
              options={optionsOf(endpoint)}
              placeholder="All of them"
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

/** From when to when, or from which number to which. */
function Range({ form }: { form: UseFormReturn<ReplayWish> }) {
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
  { value: 'time', label: 'By day' },
  { value: 'sequence', label: 'By sequence' },
] as const

function Days({ form: { control } }: { form: UseFormReturn<ReplayWish> }) {
  const [from, to] = useWatch({ control, name: ['from', 'to'] })
  return (
    <>
      <DayField control={control} name="from" label="From" {...(to && { max: to })} />
      <DayField control={control} name="to" label="To" {...(from && { min: from })} />
    </>
  )
}

interface DayFieldProps {
  control: UseFormReturn<ReplayWish>['control']
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

function Sequences({ form: { register, formState } }: { form: UseFormReturn<ReplayWish> }) {
  const { fromSequence, toSequence } = formState.errors
  const rules = { validate: (text: string) => sequenceMistake(text) ?? true }
  return (
    <>
      <Field label="From sequence" optional error={fromSequence?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...register('fromSequence', rules)} />
      </Field>
      <Field label="To sequence" optional error={toSequence?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...register('toSequence', rules)} />
      </Field>
    </>
  )
}

interface Replay {
  endpoint: WebhookEndpoint
  form: UseFormReturn<ReplayWish>
  onDone: () => void
}

function useReplay({ endpoint, form, onDone }: Replay) {
  const change = useChange()
  const toast = useToast()
  return async (wish: ReplayWish) => {
    const mistake = wishMistake(wish)
    if (mistake !== null) return form.setError('root', { message: mistake })
    const params = { id: endpoint.id }
    const body = replayAsked(wish)
    const { count } = await change(() => api.call(replayWebhookEndpoint, { params, body }))
    if (count === 0) return form.setError('root', { message: nothingMatches })
    toast({ title: `${eventsWords(count)} ${count === 1 ? 'leaves' : 'leave'} again` })
    onDone()
  }
}

const nothingMatches = 'No event is like that, so nothing was sent. Narrow it down less.'

const replayField = wireFields<ReplayWish>({
  from_sequence: 'fromSequence',
  to_sequence: 'toSequence',
  object_id: 'object',
  types: 'types',
})
