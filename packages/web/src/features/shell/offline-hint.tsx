import { useOnline } from '#/lib/use-online.ts'
import { Banner } from '#/ui/banner.tsx'

export function OfflineHint() {
  const isOnline = useOnline()
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto max-w-110">
      {!isOnline && (
        <Banner tone="warn" title="You’re offline." className="shadow-float">
          Content may be out of date, and changes can’t be saved until you’re back online.
        </Banner>
      )}
    </div>
  )
}
