import { ButtonSpecimens } from './button-specimens.tsx'
import { ChartSpecimens } from './chart-specimens.tsx'
import { ChoiceSpecimens } from './choice-specimens.tsx'
import { DateSpecimens } from './date-specimens.tsx'
import { FeedbackSpecimens } from './feedback-specimens.tsx'
import { FieldSpecimens } from './field-specimens.tsx'
import { FormSpecimens } from './form-specimens.tsx'
import { LayoutSpecimens } from './layout-specimens.tsx'
import { OverlaySpecimens } from './overlay-specimens.tsx'
import { PaletteSpecimens } from './palette-specimens.tsx'
import { SellerSpecimens } from './seller-specimens.tsx'
import { TableSpecimens } from './table-specimens.tsx'
import { TokenSpecimens } from './token-specimens.tsx'
import { ValueSpecimens } from './value-specimens.tsx'

const sections = [
  { id: 'tokens', title: 'Tokens', Content: TokenSpecimens },
  { id: 'buttons', title: 'Buttons and links', Content: ButtonSpecimens },
  { id: 'fields', title: 'Fields', Content: FieldSpecimens },
  { id: 'choices', title: 'Choices', Content: ChoiceSpecimens },
  { id: 'dates', title: 'Dates', Content: DateSpecimens },
  { id: 'forms', title: 'Forms', Content: FormSpecimens },
  { id: 'values', title: 'Values and states', Content: ValueSpecimens },
  { id: 'layout', title: 'Layout', Content: LayoutSpecimens },
  { id: 'tables', title: 'Tables', Content: TableSpecimens },
  { id: 'charts', title: 'Charts', Content: ChartSpecimens },
  { id: 'overlays', title: 'Overlays', Content: OverlaySpecimens },
  { id: 'palette', title: 'Command palette', Content: PaletteSpecimens },
  { id: 'seller', title: 'For sellers', Content: SellerSpecimens },
  { id: 'feedback', title: 'Feedback and empty states', Content: FeedbackSpecimens },
] as const

/** The anchors of the sections, for the navigation at the side. */
export const gallerySections = sections.map(({ id, title }) => ({ id, title }))

/** Every component of the design system in its states. */
export function GallerySpecimens() {
  return sections.map(({ id, Content }) => <Content key={id} />)
}
