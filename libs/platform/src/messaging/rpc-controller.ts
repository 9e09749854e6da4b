import { Controller, applyDecorators } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { RpcContract } from '@inkling/contracts';
import type { z } from 'zod';

/** A class whose methods answer calls. */
export const RpcController = (): ClassDecorator => Controller();

/** The request as a handler gets it: parsed by the contract, with its defaults. */
export type RpcRequestOf<C extends RpcContract> = z.output<C['request']>;

/** The method answers this call. Its argument has been parsed with the contract's request schema. */
export const Rpc = (contract: RpcContract): MethodDecorator =>
  applyDecorators(MessagePattern(contract.subject, { contract }));
