import { BenefitDialog } from '#/features/benefits/benefit-dialog.tsx'
import { CustomFieldDialog } from '#/features/custom-fields/custom-field-dialog.tsx'
import { MeterDialog } from '#/features/meters/meter-dialog.tsx'
import type { CreationDialogs } from '#/features/products/editor/creation-dialogs.ts'

/** The dialogs of the product editor. */
export const creationDialogs: CreationDialogs = {
  MeterDialog,
  CustomFieldDialog,
  BenefitDialog: (props) => <BenefitDialog {...props} MeterDialog={MeterDialog} />,
}
