import { customerEmail } from '@guildhall/contract/customers/shapes'
import { updatePortalCustomer } from '@guildhall/contract/portal/customer'
import { text } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { type PortalCustomer, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface AddressFormProps {
  customer: PortalCustomer
  onCancel: () => void
}

export function AddressForm({ customer, onCancel }: AddressFormProps) {
  const { api } = usePortal()
  const change = usePortalChange()
  const form = useForm({ schema: addressSchema(customer), defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const send = async ({ email }: { email: string }) => {
    await change(() => api.call(updatePortalCustomer, { body: { email: email.trim() } }))
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={sendOrExplain(form, send, {}, emailField)}>
      <Field label="New email address" error={errors.email?.message}>
        <TextInput type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Send a code
        </Button>
      </div>
    </form>
  )
}

const addressSchema = ({ email: current }: PortalCustomer) => ({
  email: text(customerEmail, {
    empty: 'Enter the new address.',
    format: 'This isn’t an email address.',
  }).check(({ value, issues }) => {
    if (value.trim() !== current) return
    issues.push({ code: 'custom', input: value, message: 'This is already your address.' })
  }),
})

const emailField = wireFields<{ email: string }>({ email: 'email' })
