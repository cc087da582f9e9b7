import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A class that names its tenant. */
class OrgTest {
  @RegisterExtension static final JourneyMock ORG = JourneyMock.of("cascade");

  @Test
  void anOrgIsServed(JourneyMock.World world, JourneyMock.Accounts accounts) {
    assertFalse(world.issuer().endsWith("/"));
    assertEquals("jane@cascade.test", accounts.get("jane").get("email"));
  }
}
