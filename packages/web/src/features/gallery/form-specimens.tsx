import { Controller } from 'react-hook-form'
import { present } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { DatePicker } from '#/ui/date-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { countries } from './sample-options.ts'
import { Columns, Specimens } from './specimen.tsx'

interface Buyer {
  email: string
  country: string | null
  startsOn: string | null
  isBusiness: boolean
}

const workMilliseconds = 900

/** The same fields in a form library: registered, or controlled if the value isn’t text. */
export function FormSpecimens() {
  const form = useForm<Buyer>({
    schema: {
      email: present('Enter the customer’s email address.'),
      country: present('Choose a country: tax depends on it.'),
    },
    defaultValues: { email: '', country: null, startsOn: null, isBusiness: false },
  })
  const toast = useToast()
  const save = sendOrExplain(form, async ({ email }) => {
    await new Promise((done) => setTimeout(done, workMilliseconds))
    toast({ title: 'Customer saved', description: `${email} receives an email.` })
  })
  const { errors, isSubmitting } = form.formState
  return (
    <Specimens id="forms" title="Forms">
      <Card title="New customer" description="Submit it empty to see the error of each field.">
        <form onSubmit={save} noValidate className="grid gap-4">
          <Columns>
            <Field label="Email" error={errors.email?.message}>
              <TextInput type="email" autoComplete="off" {...form.register('email')} />
            </Field>
            <Controller
              name="country"
              control={form.control}
              render={({ field, fieldState }) => (
                <Field label="Country" error={fieldState.error?.message}>
                  <Combobox
                    options={countries}
                    value={field.value}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                  />
                </Field>
              )}
            />
            <Controller
              name="startsOn"
              control={form.control}
              render={({ field }) => (
                <Field label="Customer since" optional>
                  <DatePicker value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
                </Field>
              )}
            />
          </Columns>
          <Checkbox label="Buys as a business" {...form.register('isBusiness')} />
          <div>
            <Button type="submit" variant="primary" loading={isSubmitting}>
              Save customer
            </Button>
          </div>
        </form>
      </Card>
    </Specimens>
  )
}
