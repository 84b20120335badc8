import {
  removeLicenseActivation,
  updateLicenseKey,
} from '@guildhall/contract/entitlements/license-keys'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Button } from '#/ui/button.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { renderDay } from '#/ui/day-field.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { Select } from '#/ui/select.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { ActivationsList } from './activations-list.tsx'
import { changesOf, draftOf, type KeyDraft, keyField, keySchema } from './key-draft.ts'
import { KeyFacts } from './key-facts.tsx'
import type { Activation, LicenseKey } from './key-queries.ts'
import { RotateDialog } from './rotate-dialog.tsx'

interface KeyDialogProps {
  licenseKey: LicenseKey
  onClose: () => void
}

/** A license key with everything about it; members without the right only see it. */
export function KeyDialog({ licenseKey, onClose }: KeyDialogProps) {
  const { role } = useOrganization()
  const title = `License key of ${customerName(licenseKey.customer)}`
  if (mayIn(role, 'customers', 'write')) {
    return <EditDialog title={title} licenseKey={licenseKey} onClose={onClose} />
  }
  return (
    <Dialog open wide title={title} onOpenChange={onClose}>
      <div className="grid gap-4">
        <KeyFacts licenseKey={licenseKey} />
        <ActivationsList licenseKey={licenseKey} onRemove={null} />
      </div>
    </Dialog>
  )
}

function EditDialog({ title, licenseKey, onClose }: KeyDialogProps & { title: string }) {
  // As it was when the dialog opened: an application may count usage meanwhile.
  const [start] = useState(licenseKey)
  const form = useForm<KeyDraft>({ schema: keySchema, defaultValues: draftOf(start) })
  const { errors, isSubmitting, isDirty } = form.formState
  const [isRotating, setRotating] = useState(false)
  const [removed, setRemoved] = useState<Activation | null>(null)
  const send = useSaving(start, onClose)
  return (
    <>
      <FormDialog
        wide
        title={title}
        submit="Save"
        isBusy={isSubmitting}
        isUnsaved={isDirty && !isSubmitting}
        failure={errors.root?.message}
        onSubmit={sendOrExplain(form, send, {}, keyField)}
        onClose={onClose}
      >
        <KeyFacts
          licenseKey={licenseKey}
          action={
            licenseKey.status !== 'revoked' && (
              <Button size="s" onClick={() => setRotating(true)}>
                Replace…
              </Button>
            )
          }
        />
        <Terms form={form} />
        <ActivationsList licenseKey={licenseKey} onRemove={setRemoved} />
      </FormDialog>
      {/* Outside the form, because submit events of a dialog would bubble into it. */}
      {removed && (
        <RemoveActivationDialog
          licenseKey={licenseKey}
          activation={removed}
          onClose={() => setRemoved(null)}
        />
      )}
      {isRotating && <RotateDialog licenseKey={licenseKey} onClose={() => setRotating(false)} />}
    </>
  )
}

function useSaving(licenseKey: LicenseKey, onDone: () => void) {
  const change = useChange()
  const toast = useToast()
  return async (draft: KeyDraft) => {
    const body = changesOf(licenseKey, draft)
    if (Object.keys(body).length > 0) {
      await change(() => api.call(updateLicenseKey, { params: { id: licenseKey.id }, body }))
      toast({ title: 'License key saved' })
    }
    onDone()
  }
}

function Terms({ form }: { form: UseFormReturn<KeyDraft> }) {
  const { errors } = form.formState
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Controller
        name="status"
        control={form.control}
        render={({ field, fieldState }) => (
          <Field label="Status" error={fieldState.error?.message}>
            <Select options={statusOptions} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      <Controller name="lastDay" control={form.control} render={renderDay('Last day')} />
      <Field label="Usage" error={errors.usage?.message}>
        <TextInput {...number} {...form.register('usage')} />
      </Field>
      <Field label="Usage limit" optional error={errors.usageMax?.message}>
        <TextInput {...number} {...form.register('usageMax')} />
      </Field>
      <Field
        label="Activation limit"
        optional
        hint="Without a limit, the key isn’t activated."
        error={errors.activationsMax?.message}
      >
        <TextInput {...number} {...form.register('activationsMax')} />
      </Field>
    </div>
  )
}

const statusOptions = [
  { value: 'granted', label: 'Granted', hint: 'The key works' },
  { value: 'disabled', label: 'Disabled', hint: 'The customer sees it, but it doesn’t work' },
  { value: 'revoked', label: 'Revoked', hint: 'It doesn’t work' },
] as const

interface RemoveActivationDialogProps {
  licenseKey: LicenseKey
  activation: Activation
  onClose: () => void
}

/** Frees a place of a key. */
function RemoveActivationDialog({
  licenseKey: { id },
  activation,
  onClose,
}: RemoveActivationDialogProps) {
  const change = useChange()
  const remove = async () => {
    const params = { id, activationId: activation.id }
    await change(() => api.call(removeLicenseActivation, { params }))
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove ${activation.label}?`}
      effects={['The key no longer works there, and can be activated somewhere else.']}
      confirm="Remove"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}
