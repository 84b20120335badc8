import { webhookFormats } from '@guildhall/contract/webhooks/shapes'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { type Explanations, sendOrExplain } from '../../lib/send-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useUnsaved } from '../../ui/unsaved-changes.tsx'
import { type EndpointDraft, formatFor, nameMistake, urlMistake } from './endpoint-draft.ts'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { formatNames } from './endpoint-words.ts'
import { EventsField } from './events-field.tsx'

interface EndpointFormProps {
  form: UseFormReturn<EndpointDraft>
  /** Null where it's made. */
  kept: WebhookEndpoint | null
  submit: string
  send: (draft: EndpointDraft) => Promise<void>
  cancel: ReactNode
  /** In a box of its own: the secret of a new one. */
  children?: ReactNode
}

/** Where an endpoint is, what it is told, and how. */
export function EndpointForm({ form, kept, submit, send, cancel, children }: EndpointFormProps) {
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
            hint="What listens there, so that you know it again: “Shop backend”."
            error={errors.name?.message}
          >
            <TextInput
              autoComplete="off"
              {...form.register('name', { validate: (name) => nameMistake(name) ?? true })}
            />
          </Field>
        </div>
      </Card>
      <Card>
        <Controller
          name="events"
          control={form.control}
          rules={{ validate: (events) => events.length > 0 || 'Choose at least one event.' }}
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <EventsField
              kept={kept?.events ?? []}
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

interface OfForm {
  form: UseFormReturn<EndpointDraft>
}

/** Another host may take another format, which is then chosen. */
function UrlField({ form }: OfForm) {
  return (
    <Controller
      name="url"
      control={form.control}
      rules={{ validate: (url) => urlMistake(url) ?? true }}
      render={({ field: { onChange, ...field }, fieldState }) => (
        <Field
          label="URL"
          hint="Events are posted there, one after another."
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

function FormatField({ form }: OfForm) {
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
  `Messages for people in a channel of ${where}: of orders, refunds, subscriptions and customers. ` +
  'All else is passed over.'

const formatHints = {
  raw: 'For your own code: the whole object, signed.',
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
  NotPermitted: ['root', 'Your role changed: only owners and admins manage webhooks.'],
  ResourceNotFound: ['root', 'This endpoint is no longer here. Somebody deleted it just now.'],
}
