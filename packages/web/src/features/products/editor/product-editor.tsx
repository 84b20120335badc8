import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Controller, type Path, type UseFormReturn } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { sellerQuery } from '#/entities/organization/seller-query.ts'
import type { Product } from '#/features/products/product-queries.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '#/ui/class-names.ts'
import { MetadataEditor } from '#/ui/metadata-editor.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { UnsavedChangesGuard, useUnsaved } from '#/ui/unsaved-changes.tsx'
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
import { productSchema } from './product-schema.ts'
import { useQuestionBefore } from './reach-question.tsx'
import { useSavingProduct } from './use-saving-product.ts'
import { VisibilityCard } from './visibility-card.tsx'

interface ProductEditorProps {
  /** Null for a new one. */
  product: Product | null
  start: ProductForm
  dialogs: CreationDialogs
  /** The link that leaves without saving. */
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
  const [isUploading, setUploading] = useState(false)
  const form = useForm<ProductForm>({
    schema: productSchema({ isUploading }),
    defaultValues: start,
  })
  const { existing, save } = useSavingProduct(product)
  const { submit, question } = useQuestionBefore(existing, async (typed) =>
    onSaved(await save(typed)),
  )
  const [shown, setShown] = useState<'form' | 'preview'>('form')
  const [missing, setMissing] = useState<Missing | null>(null)
  const { isDirty, errors, isSubmitting } = form.formState
  useUnsaved(isDirty)
  const hidden = (part: typeof shown) => part !== shown && 'max-[1180px]:hidden'
  return (
    <>
      <div className="mb-4 min-[1181px]:hidden">
        <Segmented label="View" options={parts} value={shown} onChange={setShown} />
      </div>
      <div className={editorClasses}>
        <form
          noValidate
          aria-label="Product"
          onSubmit={sendOrExplain(form, submit, {}, productField(form))}
          className={classNames(formClasses, hidden('form'))}
        >
          {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
          <Cards
            form={form}
            existing={existing}
            onMissing={setMissing}
            onUploading={setUploading}
          />
          <footer className={footerClasses}>
            <Button type="submit" variant="primary" loading={isSubmitting}>
              {existing === null ? 'Create product' : 'Save changes'}
            </Button>
            {cancel}
          </footer>
        </form>
        <div className={classNames('min-w-0', hidden('preview'))}>
          <LivePreview form={form} />
        </div>
      </div>
      {/* Outside the form, because submit events of a dialog would bubble into it. */}
      {question}
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
  existing: Product | null
  onMissing: (missing: Missing) => void
  onUploading: (isUploading: boolean) => void
}

function Cards({ form, existing, onMissing, onUploading }: CardsProps) {
  const { id } = useOrganization()
  const { data: seller } = useQuery(sellerQuery(id))
  // Registered without an input, to receive the server’s errors.
  form.register('medias')
  form.register('benefits')
  form.register('fields')
  return (
    <>
      <BasicsCard form={form} />
      <PricingCard
        form={form}
        existing={existing}
        isUsageOn={seller?.featureSettings.usageBasedBillingEnabled ?? false}
        onNewMeter={(row) => onMissing({ what: 'meter', row })}
      />
      <MediaCard form={form} onBusyChange={onUploading} />
      <BenefitsCard form={form} onNew={() => onMissing({ what: 'benefit' })} />
      <FieldsCard form={form} onNew={() => onMissing({ what: 'field' })} />
      <VisibilityCard form={form} />
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

/** The form field of a fault, by its path on the wire. */
const productField =
  (form: UseFormReturn<ProductForm>) =>
  ([part = '', index, ...fields]: readonly (string | number)[]): Path<ProductForm> | null => {
    if (part === 'prices' && typeof index === 'number') {
      const field = fields.find((one) => one !== 'pricing')
      return priceField(form.getValues(), index, typeof field === 'string' ? field : undefined)
    }
    return wholeFields[part] ?? null
  }

const wholeFields: Readonly<Partial<Record<string, Path<ProductForm>>>> = {
  name: 'name',
  description: 'description',
  recurring_interval: 'interval',
  visibility: 'visibility',
  billing_threshold_amount: 'billingThreshold',
  prices: 'staticPrice.kind',
  medias: 'medias',
  benefits: 'benefits',
  attached_custom_fields: 'fields',
  metadata: 'metadata',
}

const parts = [
  { value: 'form', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const

const editorClasses =
  'grid grid-cols-1 items-start gap-5 min-[1181px]:grid-cols-[minmax(0,1fr)_22rem]'

/** Keeps the focused element clear of the sticky buttons. */
const formClasses =
  'grid min-w-0 grid-cols-1 gap-4 [&_:is(a,button,input,select,textarea)]:scroll-mb-20'

const footerClasses =
  'sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t bg-canvas px-1 py-3'
