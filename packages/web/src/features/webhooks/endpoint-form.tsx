import { webhookFormats } from '@guildhall/contract/webhooks/shapes'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useUnsaved } from '#/ui/unsaved-changes.tsx'
import { type EndpointDraft, formatFor } from './endpoint-draft.ts'
import { formatNames } from './endpoint-text.ts'
import { EventsField } from './events-field.tsx'

interface EndpointFormProps {
  form: UseFormReturn<EndpointDraft>
  submit: string
  send: (draft: EndpointDraft) => Promise<void>
  cancel: ReactNode
  /** Fields of its own card: the secret of a new endpoint. */
  children?: ReactNode
}

/** The URL, event types and format of an endpoint. */
export function EndpointForm({ form, submit, send, cancel, children }: EndpointFormProps) {
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)
  return (
    <form
      noValidate
      className="grid max-w-170 grid-cols-1 gap-4"
      onSubmit={sendOrExplain(form, send, explanations, fieldOf)}
    >
      <Card>
        <div className="grid gap-4">
          <UrlField form={form} />
          <FormatField form={form} />
          <Field
            label="Name"
            optional
            hint="Identifies the endpoint, such as “Shop backend”."
            error={errors.name?.message}
          >
            <TextInput autoComplete="off" {...form.register('name')} />
          </Field>
        </div>
      </Card>
      <Card>
        <Controller
          name="events"
          control={form.control}
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <EventsField
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
              error={fieldState.error?.message}
            />
          )}
        />
      </Card>
      {children}
      {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={isSubmitting}>
          {submit}
        </Button>
        {cancel}
      </div>
    </form>
  )
}

interface FormProps {
  form: UseFormReturn<EndpointDraft>
}

/** Another host may use another format, which is then selected. */
function UrlField({ form }: FormProps) {
  return (
    <Controller
      name="url"
      control={form.control}
      render={({ field: { onChange, ...field }, fieldState }) => (
        <Field
          label="URL"
          hint="Events are sent to this URL as POST requests, one at a time."
          error={fieldState.error?.message}
        >
          <TextInput
            {...field}
            type="url"
            autoComplete="off"
            placeholder="https://example.com/hooks/guildhall"
            onChange={({ target }) => {
              const format = formatFor(target.value)
              if (format !== formatFor(field.value)) form.setValue('format', format)
              onChange(target.value)
            }}
          />
        </Field>
      )}
    />
  )
}

function FormatField({ form }: FormProps) {
  const format = useWatch({ control: form.control, name: 'format' })
  return (
    <Field label="Format" hint={formatHints[format]} error={form.formState.errors.format?.message}>
      <NativeSelect {...form.register('format')}>
        {webhookFormats.map((one) => (
          <option key={one} value={one}>
            {formatNames[one]}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

const asMessage = (where: string) =>
  `Messages in a ${where} channel about orders, refunds, subscriptions and customers. ` +
  'Other events are skipped.'

const formatHints = {
  raw: 'For your own code: the full object, signed.',
  discord: asMessage('Discord'),
  slack: asMessage('Slack'),
} as const

const fieldOf = wireFields<EndpointDraft>({
  url: 'url',
  format: 'format',
  name: 'name',
  events: 'events',
  secret: 'secret',
})

const explanations: Explanations<EndpointDraft> = {
  NotPermitted: ['root', 'Your role changed. Only owners and admins can manage webhooks.'],
  ResourceNotFound: ['root', 'This endpoint was just deleted.'],
}
