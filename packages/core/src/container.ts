import "reflect-metadata";
import { container as root } from "tsyringe";

/** The part of a dependency-injection container that the kernel uses. */
export interface Container {
  register(token: symbol, value: unknown): void;
  /** In the order of registration; empty when nothing is registered. */
  all(token: symbol): readonly unknown[];
}

/**
 * A container that shares nothing with others. tsyringe's root is global and its registrations are visible in every
 * child, so nothing is ever registered there. `resolveAll` throws for an unknown token, hence the question first.
 */
export function createContainer(): Container {
  const container = root.createChildContainer();
  return {
    register: (token, value) => {
      container.register(token, { useValue: value });
    },
    all: (token) => (container.isRegistered(token) ? container.resolveAll<unknown>(token) : []),
  };
}
