import { rotateWebhookSecret } from '@guildhall/contract/webhooks/endpoints'
import { Controller, useWatch } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { type Explanations, sendOrExplain } from '../../lib/send-form.ts'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { Banner } from '../../ui/banner.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useRealNow } from '../../ui/use-now.ts'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointName } from './endpoint-words.ts'
import { emptySecretDraft, type SecretDraft, secretMistake, secretOf } from './secret-draft.ts'
import { SecretField } from './secret-field.tsx'

interface RotateDialogProps {
  endpoint: WebhookEndpoint
  onRotated: (secret: string) => void
  onClose: () => void
}

/** Another secret, while the present one stays valid long enough to change a handler. */
export function RotateDialog({ endpoint, onRotated, onClose }: RotateDialogProps) {
  const change = useChange()
  const toast = useToast()
  const form = useForm<SecretDraft>({ defaultValues: emptySecretDraft })
  const from = useWatch({ control: form.control, name: 'secretFrom' })
  const { errors, isSubmitting } = form.formState
  const rotate = async (draft: SecretDraft) => {
    const params = { id: endpoint.id }
    const body = secretOf(draft)
    const { secret } = await change(() => api.call(rotateWebhookSecret, { params, body }))
    toast({ title: 'Two secrets are valid for a day' })
    onRotated(secret)
    onClose()
  }
  return (
    <FormDialog
      title={`Rotate the secret of ${endpointName(endpoint)}?`}
      description="Both are valid for a day, so that nothing is refused while you change your handler."
      submit="Rotate"
      dismiss="Keep as it is"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, rotate, explanations, fieldOf)}
      onClose={onClose}
    >
      <ol className="grid list-decimal gap-1.5 pl-5 text-s text-ink-2">
        <li>
          From now on everything is signed twice: with the new secret and with the present one.
        </li>
        <li>Give your handler the new secret. One good signature is enough for it.</li>
        <li>After a day the present one signs no more.</li>
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
            input={form.register('secret', {
              validate: (_, draft) => secretMistake(draft) ?? true,
            })}
            error={errors.secret?.message}
          />
        )}
      />
    </FormDialog>
  )
}

/** There is room for one secret beside the new one. */
function EndsEarlier({
  endpoint: { previousSecretUntil: until },
}: Pick<RotateDialogProps, 'endpoint'>) {
  const now = useRealNow()
  if (until === null || until <= now) return null
  return (
    <Banner tone="warn" title="It was rotated less than a day ago.">
      The secret from before that ends at once. A handler that still has it refuses everything.
    </Banner>
  )
}

const fieldOf = wireFields<SecretDraft>({ secret: 'secret' })

const explanations: Explanations<SecretDraft> = {
  NotPermitted: ['root', 'Your role changed: only owners and admins rotate the secret.'],
  ResourceNotFound: ['root', 'This endpoint is no longer here. Somebody deleted it just now.'],
}
