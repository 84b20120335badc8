import { rotateLicenseKey } from '@guildhall/contract/entitlements/license-keys'
import { Controller } from 'react-hook-form'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { LicenseKey } from './key-queries.ts'

interface RotateDialogProps {
  licenseKey: LicenseKey
  onClose: () => void
}

interface RotateDraft {
  overlap: (typeof overlaps)[number]['value']
}

/** Gives the customer another key instead of one that leaked or was lost. */
export function RotateDialog({ licenseKey: { id }, onClose }: RotateDialogProps) {
  const form = useForm<RotateDraft>({ defaultValues: { overlap: 'day' } })
  const { errors, isSubmitting } = form.formState
  const change = useChange()
  const toast = useToast()
  const rotate = async ({ overlap }: RotateDraft) => {
    const body = { overlapSeconds: secondsOf[overlap] }
    await change(() => api.call(rotateLicenseKey, { params: { id }, body }))
    toast({ title: 'License key replaced' })
    onClose()
  }
  return (
    <FormDialog
      title="Replace the license key?"
      description="The customer gets another key with the same limits, usage and activations, and sees it in the portal. No mail is sent."
      submit="Replace"
      destructive
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, rotate)}
      onClose={onClose}
    >
      <Controller
        name="overlap"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            legend="The former key works"
            options={overlaps}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </FormDialog>
  )
}

const overlaps = [
  { value: 'none', label: 'no longer, because it leaked' },
  { value: 'day', label: 'for a day' },
  { value: 'month', label: 'for 30 days' },
] as const

const daySeconds = 86_400
const secondsOf = { none: 0, day: daySeconds, month: 30 * daySeconds } as const
