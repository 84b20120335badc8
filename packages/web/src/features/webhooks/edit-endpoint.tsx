import { updateWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import type { ReactNode } from 'react'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { useForm } from '#/lib/use-form.ts'
import { useToast } from '#/ui/toast.tsx'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'
import { changesOf, draftOf, type EndpointDraft } from './endpoint-draft.ts'
import { EndpointForm } from './endpoint-form.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointSchema } from './endpoint-schema.ts'
import { endpointName } from './endpoint-text.ts'

interface EditEndpointProps {
  endpoint: WebhookEndpoint
  cancel: ReactNode
  onSaved: () => void
}

/** Edits the URL and event types; the secret stays. */
export function EditEndpoint({ endpoint, cancel, onSaved }: EditEndpointProps) {
  const change = useChange()
  const toast = useToast()
  const form = useForm<EndpointDraft>({
    schema: endpointSchema,
    defaultValues: draftOf(endpoint),
  })
  const save = async (draft: EndpointDraft) => {
    const params = { id: endpoint.id }
    const body = changesOf(draft)
    const saved = await change(() => api.call(updateWebhookEndpoint, { params, body }))
    toast({ title: `${endpointName(saved)} saved` })
    onSaved()
  }
  return (
    <UnsavedChangesGuard>
      <EndpointForm form={form} submit="Save" send={save} cancel={cancel} />
    </UnsavedChangesGuard>
  )
}
