import { Banner } from '../../ui/banner.tsx'

/** For who came by a link of somebody with another role. */
export function NotForYou() {
  return (
    <Banner tone="info" className="max-w-170">
      Only owners and admins create and change webhook endpoints. Ask one of them.
    </Banner>
  )
}
