"""One page in a real browser: Selenium and Debian's Chromium."""
import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


@pytest.fixture
def chromium():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in "--headless=new", "--no-sandbox", "--disable-dev-shm-usage":
        options.add_argument(argument)
    driver = webdriver.Chrome(options, Service("/usr/bin/chromedriver"))
    driver.implicitly_wait(20)
    yield driver
    driver.quit()


def test_a_person_signs_in_with_a_code_by_mail(chromium, app, journey_inbox):
    chromium.get(app)
    chromium.find_element(By.LINK_TEXT, "Sign in").click()
    for selector, text in ("[autocomplete=username]", "rita@acme.test"), ("[type=password]", "Rita-zebra-33"):
        chromium.find_element(By.CSS_SELECTOR, selector).send_keys(text)
        chromium.find_element(By.CSS_SELECTOR, f"form:has({selector}) button").click()
    # The browser is not done yet when 'click' returns.
    code = journey_inbox.wait("to:rita@acme.test").code
    chromium.find_element(By.NAME, "passcode").send_keys(code)
    chromium.find_element(By.CSS_SELECTOR, "form:has([name=passcode]) button").click()
    WebDriverWait(chromium, 20).until(lambda _: chromium.current_url == app)
    assert chromium.find_element(By.TAG_NAME, "main").text == "Hello Rita, you are rita@acme.test."
