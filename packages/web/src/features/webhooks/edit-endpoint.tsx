import { updateWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { useToast } from '../../ui/toast.tsx'
import { UnsavedChangesGuard } from '../../ui/unsaved-changes.tsx'
import { changesOf, draftOf, type EndpointDraft } from './endpoint-draft.ts'
import { EndpointForm } from './endpoint-form.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointName } from './endpoint-words.ts'

interface EditEndpointProps {
  endpoint: WebhookEndpoint
  cancel: ReactNode
  onSaved: () => void
}

/** Where it is and what it’s told; its secret stays. */
export function EditEndpoint({ endpoint, cancel, onSaved }: EditEndpointProps) {
  const change = useChange()
  const toast = useToast()
  const form = useForm<EndpointDraft>({ defaultValues: draftOf(endpoint) })
  const save = async (draft: EndpointDraft) => {
    const params = { id: endpoint.id }
    const body = changesOf(draft)
    const saved = await change(() => api.call(updateWebhookEndpoint, { params, body }))
    toast({ title: `${endpointName(saved)} is saved` })
    onSaved()
  }
  return (
    <UnsavedChangesGuard>
      <EndpointForm form={form} kept={endpoint} submit="Save" send={save} cancel={cancel} />
    </UnsavedChangesGuard>
  )
}
