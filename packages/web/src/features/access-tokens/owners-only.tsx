import { Banner } from '#/ui/banner.tsx'

/** Shown to users who follow a link without the required role. */
export function OwnersOnly() {
  return (
    <Banner tone="info" className="max-w-170">
      Only owners and admins can create and change access tokens.
    </Banner>
  )
}
