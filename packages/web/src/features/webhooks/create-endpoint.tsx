import type { ResponseOf } from '@guildhall/contract/operation'
import { createWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import { type ReactNode, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { useForm } from '#/lib/use-form.ts'
import { Card } from '#/ui/card.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { EndpointCreated } from './endpoint-created.tsx'
import { draftOf, type EndpointDraft, endpointOf } from './endpoint-draft.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { newEndpointSchema } from './endpoint-schema.ts'
import { SecretField } from './secret-field.tsx'

/** The form, and then the secret. */
export function CreateEndpoint({ cancel }: { cancel: ReactNode }) {
  const { id: organizationId } = useOrganization()
  const [created, setCreated] = useState<ResponseOf<typeof createWebhookEndpoint> | null>(null)
  const change = useChange()
  const form = useForm<EndpointDraft>({
    schema: newEndpointSchema,
    defaultValues: draftOf(null),
  })
  const create = async (draft: EndpointDraft) => {
    const body = { organizationId, ...endpointOf(draft) }
    setCreated(await change(() => api.call(createWebhookEndpoint, { body })))
  }
  if (created !== null) return <EndpointCreated endpoint={created} />
  return (
    <UnsavedChangesGuard>
      <EndpointForm form={form} submit="Create endpoint" send={create} cancel={cancel}>
        <OwnSecret form={form} />
      </EndpointForm>
    </UnsavedChangesGuard>
  )
}

function OwnSecret({ form }: { form: UseFormReturn<EndpointDraft> }) {
  const format = useWatch({ control: form.control, name: 'format' })
  const from = useWatch({ control: form.control, name: 'secretFrom' })
  if (format !== 'raw') return null
  return (
    <Card>
      <Controller
        name="secretFrom"
        control={form.control}
        render={({ field: { onChange } }) => (
          <SecretField
            legend="Signing secret"
            hint="Used to sign events so that your handler can verify them."
            from={from}
            onFromChange={onChange}
            input={form.register('secret')}
            error={form.formState.errors.secret?.message}
          />
        )}
      />
    </Card>
  )
}
