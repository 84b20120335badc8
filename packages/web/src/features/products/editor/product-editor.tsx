import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Controller, type Path, type UseFormReturn } from 'react-hook-form'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { metadataMistake } from '../../../lib/metadata-rows.ts'
import { sellerQuery } from '../../../lib/seller-query.ts'
import { sendOrExplain } from '../../../lib/send-form.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { MetadataEditor } from '../../../ui/metadata-editor.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { UnsavedChangesGuard, useUnsaved } from '../../../ui/unsaved-changes.tsx'
import type { Product } from '../product-queries.ts'
import { BasicsCard } from './basics-card.tsx'
import { BenefitsCard } from './benefits-card.tsx'
import type { CreationDialogs, Missing } from './creation-dialogs.ts'
import { FieldsCard } from './fields-card.tsx'
import { LivePreview } from './live-preview.tsx'
import { MediaCard } from './media-card.tsx'
import { MissingDialog } from './missing-dialog.tsx'
import { priceField } from './price-plan.ts'
import { PricingCard } from './pricing-card.tsx'
import type { ProductForm } from './product-form.ts'
import { useSavingProduct } from './use-saving-product.ts'

interface ProductEditorProps {
  /** Null where it's a new one. */
  product: Product | null
  start: ProductForm
  dialogs: CreationDialogs
  /** What leads away without saving. */
  cancel: ReactNode
  onSaved: (product: Product) => void
}

export function ProductEditor(props: ProductEditorProps) {
  return (
    <UnsavedChangesGuard>
      <Editor {...props} />
    </UnsavedChangesGuard>
  )
}

function Editor({ product, start, dialogs, cancel, onSaved }: ProductEditorProps) {
  const form = useForm<ProductForm>({ defaultValues: start })
  const { kept, save } = useSavingProduct(product)
  const [shown, setShown] = useState<'form' | 'preview'>('form')
  const [missing, setMissing] = useState<Missing | null>(null)
  const { isDirty, errors, isSubmitting } = form.formState
  useUnsaved(isDirty)
  const hidden = (part: typeof shown) => part !== shown && 'max-[1180px]:hidden'
  return (
    <>
      <div className="mb-4 min-[1181px]:hidden">
        <Segmented label="What is shown" options={parts} value={shown} onChange={setShown} />
      </div>
      <div className={editorLook}>
        <form
          noValidate
          aria-label="Product"
          onSubmit={sendOrExplain(
            form,
            async (typed) => onSaved(await save(typed)),
            {},
            productField(form),
          )}
          className={classNames(formLook, hidden('form'))}
        >
          {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
          <Cards form={form} kept={kept} onMissing={setMissing} />
          <footer className={footerLook}>
            <Button type="submit" variant="primary" loading={isSubmitting}>
              {kept === null ? 'Create product' : 'Save changes'}
            </Button>
            {cancel}
          </footer>
        </form>
        <div className={classNames('min-w-0', hidden('preview'))}>
          <LivePreview form={form} />
        </div>
      </div>
      {/* Beside the form: what is submitted in a dialog would be submitted here as well. */}
      {missing && (
        <MissingDialog
          form={form}
          missing={missing}
          dialogs={dialogs}
          onClose={() => setMissing(null)}
        />
      )}
    </>
  )
}

interface CardsProps {
  form: UseFormReturn<ProductForm>
  kept: Product | null
  onMissing: (missing: Missing) => void
}

function Cards({ form, kept, onMissing }: CardsProps) {
  const { id } = useOrganization()
  const { data: seller } = useQuery(sellerQuery(id))
  const [isUploading, setUploading] = useState(false)
  form.register('medias', { validate: () => !isUploading || 'Wait until all pictures are here.' })
  // Without an input of their own, but with mistakes that the server finds.
  form.register('benefits')
  form.register('fields')
  return (
    <>
      <BasicsCard form={form} />
      <PricingCard
        form={form}
        kept={kept}
        isUsageOn={seller?.featureSettings.usageBasedBillingEnabled ?? false}
        onNewMeter={(row) => onMissing({ what: 'meter', row })}
      />
      <MediaCard form={form} onBusyChange={setUploading} />
      <BenefitsCard form={form} onNew={() => onMissing({ what: 'benefit' })} />
      <FieldsCard form={form} onNew={() => onMissing({ what: 'field' })} />
      <MetadataCard form={form} />
    </>
  )
}

function MetadataCard({ form }: Pick<CardsProps, 'form'>) {
  return (
    <Card>
      <Controller
        name="metadata"
        control={form.control}
        rules={{ validate: (rows) => metadataMistake(rows) ?? true }}
        render={({ field, fieldState }) => (
          <MetadataEditor
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
    </Card>
  )
}

/** Which field a fault on the wire is about. */
const productField =
  (form: UseFormReturn<ProductForm>) =>
  ([part = '', index, field]: readonly (string | number)[]): Path<ProductForm> | null => {
    if (part === 'prices' && typeof index === 'number') {
      return priceField(form.getValues(), index, typeof field === 'string' ? field : undefined)
    }
    return wholeFields[part] ?? null
  }

const wholeFields: Readonly<Partial<Record<string, Path<ProductForm>>>> = {
  name: 'name',
  description: 'description',
  recurring_interval: 'interval',
  prices: 'standing.kind',
  medias: 'medias',
  benefits: 'benefits',
  attached_custom_fields: 'fields',
  metadata: 'metadata',
}

const parts = [
  { value: 'form', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const

const editorLook = 'grid grid-cols-1 items-start gap-5 min-[1181px]:grid-cols-[minmax(0,1fr)_22rem]'

/** What has the focus is never under the buttons that stay in sight. */
const formLook =
  'grid min-w-0 grid-cols-1 gap-4 [&_:is(a,button,input,select,textarea)]:scroll-mb-20'

const footerLook =
  'sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t bg-canvas px-1 py-3'
