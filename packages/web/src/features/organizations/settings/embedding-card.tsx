import type { Seller } from '#/entities/organization/seller-query.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { Field } from '#/ui/field.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import { useToast } from '#/ui/toast.tsx'
import { embeddingField, embeddingSchema, formOf, sitesIn } from './embedding-form.ts'
import { SettingsCard } from './settings-card.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The sites that may embed the checkouts of their visitors. */
export function EmbeddingCard({ seller: { embedOrigins } }: { seller: Seller }) {
  const toast = useToast()
  const { saveSeller } = useSaving()
  const kept = formOf(embedOrigins)
  const { form, settle } = useSettingsForm(kept, embeddingSchema)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(
    form,
    async (typed) => {
      const sites = sitesIn(typed)
      await saveSeller({ embedOrigins: sites })
      settle(formOf(sites))
      toast({ title: 'Embedding sites saved' })
    },
    {},
    embeddingField,
  )
  return (
    <SettingsCard
      title="Embedded checkout"
      isDirty={isDirty}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={save}
      onDiscard={() => settle(kept)}
    >
      <Field
        label="Embedding sites"
        optional
        hint="Sites that may open your checkout links on top of their pages, one on each line. If there are none, only the site of a link’s success URL may. Your backend can name further sites when it creates a checkout."
        error={errors.sites?.message}
      >
        <Textarea
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          {...form.register('sites')}
        />
      </Field>
    </SettingsCard>
  )
}
