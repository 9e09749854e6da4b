import { Controller, Get, Header, Req } from '@nestjs/common';
import type { ClientAddress } from '@inkling/contracts';
import type { FastifyRequest } from 'fastify';
import { clientOf } from './client.js';
import { Open } from './route.js';

/**
 * Tells callers their own address, as limits count it. `npm run doctor` sees by it whether the proxies in front hand
 * addresses on, and whether a visitor could choose one.
 */
@Controller()
export class ClientAddressController {
  @Open()
  @Get('health/client')
  @Header('cache-control', 'no-store')
  client(@Req() request: FastifyRequest): ClientAddress {
    return { address: clientOf(request).ip };
  }
}
