import type { TimelineEntry } from '@guildhall/contract/customers/timeline'

type Change = TimelineEntry['changes'][number]

/** An object as it appears in an event's payload. */
export type TimelineObject = Readonly<Record<string, unknown>>

/** A composite field, some of whose parts have a better label than their wire name. */
interface TimelineFieldOptions {
  readonly name: string
  readonly parts: Readonly<Record<string, string>>
}

/** A field whose value people can’t read, such as an amount without its currency. */
interface TimelineFieldText {
  readonly name: string
  /** Its value in this object. */
  readonly text: (object: TimelineObject) => string | null
}

export type TimelineFields = Readonly<
  Record<string, string | TimelineFieldOptions | TimelineFieldText>
>

/** How one event type is shown in a customer's timeline. */
interface TimelineType {
  readonly title: (object: TimelineObject, changes: readonly Change[]) => string
  /** The fields whose changes are listed: wire name to label. */
  readonly fields?: TimelineFields
}

/** By event name; events not listed are not shown. */
export type TimelineTypes = Readonly<Record<string, TimelineType>>
