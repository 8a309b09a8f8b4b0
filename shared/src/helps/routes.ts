import * as z from 'zod'
import { ANY_USER, OPERATOR } from '../access.ts'
import { defineRoutes, nothing } from '../http/contract.ts'
import { help, helpInput } from './help.ts'

export const helpRoutes = defineRoutes({
  helps: {
    method: 'GET',
    path: '/helps',
    access: ANY_USER,
    response: z.array(help),
    summary: 'The help videos, in the order they were added',
  },
  listHelps: {
    method: 'GET',
    path: '/helps/list',
    access: OPERATOR,
    response: z.array(help),
    summary: 'The same, for those who change them',
  },
  createHelp: {
    method: 'POST',
    path: '/helps',
    access: OPERATOR,
    body: helpInput,
    response: help,
    status: 201,
    idempotent: true,
    errors: ['ERR_DUPLICATED_NAME'],
    summary: 'Add a help video',
  },
  updateHelp: {
    method: 'PUT',
    path: '/helps/{helpId}',
    access: OPERATOR,
    body: helpInput,
    recordIn: { list: 'listHelps', by: 'id' },
    response: help,
    errors: ['ERR_NO_HELP_FOUND', 'ERR_DUPLICATED_NAME'],
    summary: 'Change a help video',
  },
  deleteHelp: {
    method: 'DELETE',
    path: '/helps/{helpId}',
    access: OPERATOR,
    response: nothing,
    status: 204,
    errors: ['ERR_NO_HELP_FOUND'],
    summary: 'Delete a help video',
  },
})
