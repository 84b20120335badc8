import { updateBillingSettings } from '@guildhall/contract/organizations/billing-settings'
import { currency as currencyShape } from '@guildhall/contract/primitives'
import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { rule } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useUnsaved } from '#/ui/unsaved-changes.tsx'

const explained =
  'Metrics of all currencies can be shown together, converted to this currency at the rates below. ' +
  'No rates are downloaded: each one applies from its day until the day of the next.'

/** In which currency the figures of all are shown. */
export function ReportingCard() {
  const { id, role } = useOrganization()
  const { reportingCurrency } = useSuspenseQuery(billingSettingsQuery(id)).data
  if (mayIn(role, 'organization', 'update')) {
    return <ReportingForm key={reportingCurrency} saved={reportingCurrency} />
  }
  return (
    <Card title="Reporting currency">
      <p className="text-s text-ink-2">
        {reportingCurrency === null
          ? 'None: each currency is shown separately. Owners and admins can set one.'
          : `${reportingCurrency.toUpperCase()}. ${explained}`}
      </p>
    </Card>
  )
}

interface ReportingDraft {
  reportingCurrency: string
}

function ReportingForm({ saved }: { saved: string | null }) {
  const { id } = useOrganization()
  const toast = useToast()
  const change = useChange()
  const form = useForm<ReportingDraft>({
    schema,
    defaultValues: { reportingCurrency: saved?.toUpperCase() ?? '' },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)
  const save = sendOrExplain(
    form,
    async ({ reportingCurrency: typed }: ReportingDraft) => {
      const reportingCurrency = typed.trim() === '' ? null : z.parse(currencyShape, codeOf(typed))
      await change(() =>
        api.call(updateBillingSettings, { params: { id }, body: { reportingCurrency } }),
      )
      toast({ title: 'Reporting currency saved' })
    },
    {},
    wireFields<ReportingDraft>({ reporting_currency: 'reportingCurrency' }),
  )
  return (
    <Card title="Reporting currency">
      <form onSubmit={(event) => void save(event)} noValidate className="grid gap-3">
        <p className="max-w-170 text-s text-ink-2">{explained}</p>
        {errors.root?.message !== undefined && <Banner tone="bad">{errors.root.message}</Banner>}
        <div className="flex flex-wrap items-start gap-3">
          <Field
            label="Currency"
            optional
            hint="Its code, such as EUR. Leave it empty to show each currency separately."
            error={errors.reportingCurrency?.message}
          >
            <TextInput
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={3}
              {...form.register('reportingCurrency')}
            />
          </Field>
        </div>
        <div>
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}

const codeOf = (typed: string): string => typed.trim().toLowerCase()

const schema = {
  reportingCurrency: rule<string>((typed) =>
    typed.trim() === '' || z.safeParse(currencyShape, codeOf(typed)).success
      ? null
      : 'Enter a code of three letters.',
  ),
}
