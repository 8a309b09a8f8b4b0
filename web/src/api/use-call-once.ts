import { useState } from 'react'
import { call } from './call.ts'
import { callsOnce } from './once.ts'

/** Makes calls that create or start something, in place of `call`. A form or dialog that was opened again makes new ones. */
export const useCallOnce = () => useState(() => callsOnce(call))[0]
