import { rotateWebhookSecret } from '@guildhall/contract/webhooks/endpoints'
import { Controller, useWatch } from 'react-hook-form'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useRealNow } from '#/ui/use-now.ts'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointName } from './endpoint-text.ts'
import { emptySecretDraft, type SecretDraft, secretOf, secretSchema } from './secret-draft.ts'
import { SecretField } from './secret-field.tsx'

interface RotateDialogProps {
  endpoint: WebhookEndpoint
  onRotated: (secret: string) => void
  onClose: () => void
}

/** Rotates the secret; the current one stays valid long enough to update a handler. */
export function RotateDialog({ endpoint, onRotated, onClose }: RotateDialogProps) {
  const change = useChange()
  const toast = useToast()
  const form = useForm<SecretDraft>({ schema: secretSchema, defaultValues: emptySecretDraft })
  const from = useWatch({ control: form.control, name: 'secretFrom' })
  const { errors, isSubmitting } = form.formState
  const rotate = async (draft: SecretDraft) => {
    const params = { id: endpoint.id }
    const body = secretOf(draft)
    const { secret } = await change(() => api.call(rotateWebhookSecret, { params, body }))
    toast({ title: 'Secret rotated. Both secrets are valid for a day' })
    onRotated(secret)
    onClose()
  }
  return (
    <FormDialog
      title={`Rotate the secret of ${endpointName(endpoint)}?`}
      description="Both secrets are valid for a day, so that you can update your handler without downtime."
      submit="Rotate"
      dismiss="Keep as it is"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, rotate, explanations, fieldOf)}
      onClose={onClose}
    >
      <ol className="grid list-decimal gap-1.5 pl-5 text-s text-ink-2">
        <li>From now on, events are signed with both the new and the current secret.</li>
        <li>Update your handler to the new secret. One valid signature is enough.</li>
        <li>After a day, the current secret expires.</li>
      </ol>
      <EndsEarlier endpoint={endpoint} />
      <Controller
        name="secretFrom"
        control={form.control}
        render={({ field: { onChange } }) => (
          <SecretField
            legend="New secret"
            from={from}
            onFromChange={onChange}
            input={form.register('secret')}
            error={errors.secret?.message}
          />
        )}
      />
    </FormDialog>
  )
}

/** Only one previous secret is kept. */
function EndsEarlier({
  endpoint: { previousSecretUntil: until },
}: Pick<RotateDialogProps, 'endpoint'>) {
  const now = useRealNow()
  if (until === null || until <= now) return null
  return (
    <Banner tone="warn" title="The secret was rotated less than a day ago.">
      The secret before that expires immediately. Handlers that still use it will reject all events.
    </Banner>
  )
}

const fieldOf = wireFields<SecretDraft>({ secret: 'secret' })

const explanations: Explanations<SecretDraft> = {
  NotPermitted: ['root', 'Your role changed. Only owners and admins can rotate the secret.'],
  ResourceNotFound: ['root', 'This endpoint was just deleted.'],
}
