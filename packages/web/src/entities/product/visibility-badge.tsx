import { Badge } from '#/ui/badge.tsx'
import type { Visibility } from './visibility-text.ts'

interface VisibilityBadgeProps {
  product: { readonly visibility: Visibility }
}

/** None for public products, which most are. */
export function VisibilityBadge({ product: { visibility } }: VisibilityBadgeProps) {
  return visibility === 'public' ? null : <Badge>{visibility}</Badge>
}
