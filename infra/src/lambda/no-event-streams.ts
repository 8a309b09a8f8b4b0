/**
 * Replaces the SDK's event streams, which only operations return that we do not call. Saves 15 KB of every
 * function.
 */
export class EventStreamSerde {
  constructor() {
    throw new Error('This function was built without event streams')
  }
}

export const eventStreamSerdeProvider = () => new EventStreamSerde()
export const resolveEventStreamSerdeConfig = <T>(config: T): T => config
